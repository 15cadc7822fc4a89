package dev.tolerant.core.pod;

import java.util.List;

/** One of the alternatives of required node affinity; a node matches it by meeting all of its requirements. */
public record NodeTerm(List<NodeRequirement> matchExpressions, List<NodeRequirement> matchFields) {

    /** Whether the term has no requirements; such a term matches no node (k8s.io/component-helpers, nodeaffinity). */
    public boolean isEmpty() {
        return matchExpressions.isEmpty() && matchFields.isEmpty();
    }

    public boolean requires(NodeRequirement requirement) {
        for (NodeRequirement own : matchExpressions) {
            if (own.isSameAs(requirement)) {
                return true;
            }
        }
        return false;
    }
}
