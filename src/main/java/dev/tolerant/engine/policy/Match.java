package dev.tolerant.engine.policy;

import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects the pods that meet every condition and that nothing excludes.
 *
 * @param nodeSelector node labels that the pod itself has to ask for
 * @param os of the pod's nodes; empty for any
 * @param exclude conditions of which no pod may meet all of one entry
 */
public record Match(Criteria criteria, Map<String, String> nodeSelector, String os, List<Criteria> exclude) {
    public static final Match EVERY_POD = new Match(Criteria.NONE, Map.of(), "", List.of());

    private static final Mismatch NAMESPACE_UNKNOWN = new Mismatch(
            "namespaceSelector", "the namespace is not known, and match.namespaceSelector asks for its labels");
    private static final Mismatch OTHER_SYSTEM =
            new Mismatch("os", "the pod does not ask for nodes with the operating system of match.os");

    public LabelSelector namespaceSelector() {
        return criteria.namespaceSelector();
    }

    /** True where only the pods of DaemonSets match, which are meant to run on every node that they tolerate, for good. */
    public boolean isOfAgents() {
        return criteria.ownerKinds().equals(Set.of("DaemonSet"));
    }

    public Set<String> podLabels() {
        Set<String> keys = new HashSet<>(criteria.podSelector().keys());
        exclude.forEach(each -> keys.addAll(each.podSelector().keys()));
        return keys;
    }

    /** True where what is added to a pod can make it match. */
    public boolean asksForNodes() {
        return !nodeSelector.isEmpty() || !os.isEmpty();
    }

    public boolean asksForPriorityClass() {
        return Stream.concat(Stream.of(criteria), exclude.stream())
                .anyMatch(each -> !each.priorityClassNames().isEmpty());
    }

    /** The first condition that the pod does not meet; null if the pod matches. */
    public @Nullable Mismatch mismatch(PodFacts pod, NamespaceFacts namespace) {
        if (!namespace.answers(criteria.namespaceSelector())) {
            return NAMESPACE_UNKNOWN;
        }
        for (int i = 0; i < exclude.size(); i++) {
            if (!namespace.answers(exclude.get(i).namespaceSelector())) {
                return new Mismatch(
                        "exclude", "the namespace is not known, and match.exclude[" + i + "] asks for its labels");
            }
        }
        Map<String, String> namespaceLabels = namespace.labels();
        Mismatch mismatch = criteria.mismatch(pod, namespaceLabels);
        if (mismatch != null) {
            return mismatch;
        }
        for (Map.Entry<String, String> label : nodeSelector.entrySet()) {
            if (!asksFor(pod, label.getKey(), label.getValue())) {
                return new Mismatch(
                        "nodeSelector",
                        "the pod does not ask for nodes with " + label.getKey() + "=" + label.getValue()
                                + ", which match.nodeSelector wants");
            }
        }
        if (!os.isEmpty() && !runsOn(pod, os)) {
            return OTHER_SYSTEM;
        }
        for (int i = 0; i < exclude.size(); i++) {
            if (exclude.get(i).mismatch(pod, namespaceLabels) == null) {
                return new Mismatch("exclude", "match.exclude[" + i + "] excludes the pod");
            }
        }
        return null;
    }

    private static boolean runsOn(PodFacts pod, String os) {
        return pod.os().isEmpty()
                ? asksFor(pod, "kubernetes.io/os", os)
                : pod.os().equals(os);
    }

    private static boolean asksFor(PodFacts pod, String label, String value) {
        return value.equals(pod.nodeSelector().get(label))
                || pod.nodeAffinity().requires(new Requirement(label, Requirement.Operator.IN, List.of(value)));
    }

    /**
     * The reason why a policy does not apply to a pod.
     *
     * @param field the condition by its name in {@code match}; empty if it is none of them
     * @param sentence with the field
     */
    public record Mismatch(String field, String sentence) {}

    /**
     * Conditions on a pod that do not depend on what rules add to it; a pod has to meet all of them.
     *
     * @param ownerKinds by the name of a pod's controller
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

        private static final Mismatch OTHER_KIND =
                new Mismatch("ownerKinds", "match.ownerKinds does not include the controller's kind");
        private static final Mismatch NO_CONTROLLER =
                new Mismatch("ownerKinds", "the pod has no controller for match.ownerKinds");
        private static final Mismatch OTHER_PRIORITY_CLASS = new Mismatch(
                "priorityClassNames", "match.priorityClassNames does not include the pod's priority class");
        private static final Mismatch OTHER_NAMESPACE =
                new Mismatch("namespaceSelector", "match.namespaceSelector does not select the namespace");
        private static final Mismatch OTHER_LABELS =
                new Mismatch("podSelector", "match.podSelector does not select the pod");
        private static final Mismatch NO_RESOURCE =
                new Mismatch("resources", "the pod does not request any of match.resources");

        /** The first condition that the pod does not meet; null if it meets all. */
        @Nullable
        Mismatch mismatch(PodFacts pod, Map<String, String> namespaceLabels) {
            if (!ownerKinds.isEmpty() && !ownerKinds.contains(pod.controller().name())) {
                return pod.controller().exists() ? OTHER_KIND : NO_CONTROLLER;
            }
            if (!priorityClassNames.isEmpty() && !priorityClassNames.contains(pod.priorityClassName())) {
                return OTHER_PRIORITY_CLASS;
            }
            if (!namespaceSelector.matches(namespaceLabels)) {
                return OTHER_NAMESPACE;
            }
            if (!podSelector.matches(pod.labels())) {
                return OTHER_LABELS;
            }
            return resources.isEmpty() || resources.stream().anyMatch(pod.resources()::askFor) ? null : NO_RESOURCE;
        }
    }
}
