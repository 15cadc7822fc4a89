package dev.tolerant.core.pod;

import java.util.List;

/** One of the alternatives of required node affinity; a node fits if all of its requirements hold. */
public record NodeTerm(List<NodeRequirement> matchExpressions, List<NodeRequirement> matchFields) {

    /** Whether the term asks for nothing, by which it matches no node (k8s.io/component-helpers, nodeaffinity). */
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
