package dev.tolerant.engine.model;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on a pod that does not depend on what rules add to it. A pod has to meet all of them; every pod meets an
 * empty one.
 *
 * @param ownerKinds the kinds of controller that match, by the name of a pod's controller
 * @param resources the pod must request, or be limited to, more than zero of at least one of these
 */
public record Criteria(
        LabelSelector namespaceSelector,
        LabelSelector podSelector,
        Set<String> ownerKinds,
        Set<String> resources,
        Set<String> priorityClassNames) {
    public static final Criteria NONE =
            new Criteria(LabelSelector.EVERYTHING, LabelSelector.EVERYTHING, Set.of(), Set.of(), Set.of());

    /** The first condition that the pod does not meet, as a sentence that names the field; null if it meets all. */
    @Nullable
    String mismatch(PodFacts pod, Map<String, String> namespaceLabels) {
        if (!ownerKinds.isEmpty() && !ownerKinds.contains(pod.controller().name())) {
            return pod.controller().exists()
                    ? "match.ownerKinds does not include the controller's kind"
                    : "the pod has no controller for match.ownerKinds";
        }
        if (!priorityClassNames.isEmpty() && !priorityClassNames.contains(pod.priorityClassName())) {
            return "match.priorityClassNames does not include the pod's priority class";
        }
        if (!namespaceSelector.matches(namespaceLabels)) {
            return "match.namespaceSelector does not select the namespace";
        }
        if (!podSelector.matches(pod.labels())) {
            return "match.podSelector does not select the pod";
        }
        return resources.isEmpty() || asksForAny(pod) ? null : "the pod does not request any of match.resources";
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
