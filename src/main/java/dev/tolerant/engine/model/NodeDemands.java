package dev.tolerant.engine.model;

import java.util.List;
import java.util.Map;

/** What a pod asks of its node: its node selector and its required node affinity. */
public record NodeDemands(Map<String, String> selector, List<NodeAffinity.Term> terms, boolean requires) {
    public static NodeDemands of(PodFacts pod) {
        NodeAffinity affinity = pod.nodeAffinity();
        return new NodeDemands(pod.nodeSelector(), affinity.terms(), affinity.depth() == NodeAffinity.Depth.REQUIRED);
    }

    /** Whether the node has all labels of the selector and meets one of the terms (k8s.io/component-helpers, nodeaffinity). */
    public boolean admit(Node node) {
        for (Map.Entry<String, String> label : selector.entrySet()) {
            if (!label.getValue().equals(node.labels().get(label.getKey()))) {
                return false;
            }
        }
        return !requires || terms.stream().anyMatch(term -> isMet(term, node));
    }

    private static boolean isMet(NodeAffinity.Term term, Node node) {
        Map<String, String> fields = Map.of("metadata.name", node.name());
        return !term.isEmpty()
                && term.matchExpressions().stream().allMatch(each -> each.matches(node.labels()))
                && term.matchFields().stream().allMatch(each -> each.matches(fields));
    }
}
