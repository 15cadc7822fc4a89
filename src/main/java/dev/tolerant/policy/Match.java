package dev.tolerant.policy;

import dev.tolerant.pod.PodFacts;
import java.util.Map;
import java.util.Set;

/**
 * Which pods a policy is about: all that is given must hold, and an empty set gives nothing.
 *
 * @param ownerKinds kinds of the direct controller
 * @param resources resources of which the pod asks for more than zero of at least one
 * @param daemonSetTemplates whether the policy is applied to the templates of DaemonSets too
 */
public record Match(
        LabelSelector namespaceSelector,
        LabelSelector podSelector,
        Set<String> ownerKinds,
        Set<String> resources,
        Set<String> priorityClassNames,
        boolean daemonSetTemplates) {
    public static final Match EVERY_POD =
            new Match(LabelSelector.EVERYTHING, LabelSelector.EVERYTHING, Set.of(), Set.of(), Set.of(), false);

    boolean matches(PodFacts pod, Map<String, String> namespaceLabels) {
        return (ownerKinds.isEmpty() || ownerKinds.contains(pod.controllerKind()))
                && (priorityClassNames.isEmpty() || priorityClassNames.contains(pod.priorityClassName()))
                && namespaceSelector.matches(namespaceLabels)
                && podSelector.matches(pod.labels())
                && (resources.isEmpty() || asksForAny(pod));
    }

    private boolean asksForAny(PodFacts pod) {
        for (String resource : resources) {
            if (pod.asksFor(resource)) {
                return true;
            }
        }
        return false;
    }
}
