package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Resources;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.observed.explain.ClusterView;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the engine looks at in a new pod: pods that are alike in this way are judged once.
 *
 * @param maker the kind of the workload that makes the pod; empty for a pod that stands for the next
 * @param node that the template names; empty if it names none, or if the pod is stored and its node is the scheduler's choice
 * @param stored whether the pod is stored
 */
record Likeness(String maker, String namespace, PodFacts pod, String node, Provenance provenance, boolean stored) {

    /** The labels that any policy or registration of the views asks for. */
    static Set<String> labels(ClusterView... views) {
        Set<String> labels = new HashSet<>(Set.of(PodFacts.INJECT_LABEL));
        for (ClusterView view : views) {
            labels.addAll(view.registration().objectLabels());
            view.snapshot()
                    .policies()
                    .policies()
                    .forEach(policy -> labels.addAll(policy.match().podLabels()));
        }
        return labels;
    }

    /**
     * What counts in a pod: not its name, of labels only those that somebody asks for, and of amounts only whether they are
     * zero.
     */
    static Likeness of(String maker, StoredPod stored, Set<String> labels) {
        PodFacts pod = stored.pod();
        PodFacts alike = new PodFacts(
                "",
                only(pod.labels(), labels::contains),
                pod.mirror(),
                pod.controller(),
                pod.priorityClassName(),
                pod.serviceAccountName(),
                "",
                pod.os(),
                pod.hostNetwork(),
                pod.nodeSelector(),
                pod.nodeAffinity(),
                pod.tolerations(),
                pod.resources().stream().map(Likeness::signs).distinct().toList(),
                pod.podResources() == null ? null : signs(pod.podResources()));
        boolean isStored = !stored.uid().isEmpty();
        return new Likeness(
                maker, stored.namespace(), alike, isStored ? "" : stored.node(), stored.provenance(), isStored);
    }

    private static Map<String, String> only(Map<String, String> labels, Predicate<String> counts) {
        Map<String, String> only = new HashMap<>(labels);
        only.keySet().removeIf(counts.negate());
        return only;
    }

    private static Resources signs(Resources resources) {
        return new Resources(signs(resources.requests()), signs(resources.limits()));
    }

    private static Map<String, BigDecimal> signs(Map<String, BigDecimal> amounts) {
        Map<String, BigDecimal> signs = new HashMap<>();
        amounts.forEach((name, amount) -> signs.put(name, BigDecimal.valueOf(amount.signum())));
        return signs;
    }
}
