package dev.tolerant.engine.model;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which pods a policy applies to: those that meet every condition and that nothing excludes.
 *
 * @param nodeSelector node labels that the pod itself has to ask for
 * @param os the operating system of the pod's nodes; empty for any
 * @param exclude conditions of which no pod may meet all of one entry
 */
public record Match(Criteria criteria, Map<String, String> nodeSelector, String os, List<Criteria> exclude) {
    public static final Match EVERY_POD = new Match(Criteria.NONE, Map.of(), "", List.of());

    private static final Set<String> AGENTS = Set.of("DaemonSet");
    private static final String OS_LABEL = "kubernetes.io/os";

    /** The condition on the namespace. */
    public LabelSelector namespaceSelector() {
        return criteria.namespaceSelector();
    }

    /** Whether only the pods of DaemonSets match, which are meant to run on every node that they tolerate, for good. */
    public boolean isOfAgents() {
        return criteria.ownerKinds().equals(AGENTS);
    }

    /** The labels of pods that it depends on. */
    public Set<String> podLabels() {
        Set<String> keys = new HashSet<>(criteria.podSelector().keys());
        exclude.forEach(each -> keys.addAll(each.podSelector().keys()));
        return keys;
    }

    /** Whether what is added to a pod can make it match. */
    boolean asksForNodes() {
        return !nodeSelector.isEmpty() || !os.isEmpty();
    }

    boolean matches(PodFacts pod, NamespaceFacts namespace) {
        return mismatch(pod, namespace) == null;
    }

    /** The first condition that the pod does not meet, as a sentence that names the field; null if the pod matches. */
    public @Nullable String mismatch(PodFacts pod, NamespaceFacts namespace) {
        if (!namespace.answers(criteria.namespaceSelector())) {
            return "the namespace is not known, and match.namespaceSelector asks for its labels";
        }
        for (int i = 0; i < exclude.size(); i++) {
            if (!namespace.answers(exclude.get(i).namespaceSelector())) {
                return "the namespace is not known, and match.exclude[" + i + "] asks for its labels";
            }
        }
        Map<String, String> namespaceLabels = namespace.labels();
        String mismatch = criteria.mismatch(pod, namespaceLabels);
        if (mismatch != null) {
            return mismatch;
        }
        for (Map.Entry<String, String> label : nodeSelector.entrySet()) {
            if (!asksFor(pod, label.getKey(), label.getValue())) {
                return "the pod does not ask for nodes with " + label.getKey() + "=" + label.getValue()
                        + ", which match.nodeSelector wants";
            }
        }
        if (!os.isEmpty() && !runsOn(pod, os)) {
            return "the pod does not ask for nodes with the operating system of match.os";
        }
        for (int i = 0; i < exclude.size(); i++) {
            if (exclude.get(i).mismatch(pod, namespaceLabels) == null) {
                return "match.exclude[" + i + "] excludes the pod";
            }
        }
        return null;
    }

    private static boolean runsOn(PodFacts pod, String os) {
        return pod.os().isEmpty() ? asksFor(pod, OS_LABEL, os) : pod.os().equals(os);
    }

    private static boolean asksFor(PodFacts pod, String label, String value) {
        return value.equals(pod.nodeSelector().get(label))
                || pod.nodeAffinity().requires(new Requirement(label, Requirement.Operator.IN, List.of(value)));
    }

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
}
