package dev.tolerant.core.pod;

import java.util.List;

/**
 * A pod's required node affinity, and how many of the objects that contain it exist.
 *
 * @param depth the innermost object that exists
 * @param terms the alternatives; empty unless the depth is {@link Depth#REQUIRED}
 */
public record NodeAffinity(Depth depth, List<Term> terms) {
    public static final NodeAffinity NONE = new NodeAffinity(Depth.NONE, List.of());

    /** Whether every node that the affinity admits meets the requirement, because each of its terms has it. */
    public boolean requires(NodeRequirement requirement) {
        if (depth != Depth.REQUIRED) {
            return false;
        }
        for (Term term : terms) {
            if (!term.isEmpty() && !term.requires(requirement)) {
                return false;
            }
        }
        return true;
    }

    /** The nested objects of {@code spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution}. */
    public enum Depth {
        NONE,
        AFFINITY,
        NODE_AFFINITY,
        REQUIRED
    }

    /** One of the alternatives of required node affinity; a node matches it by meeting all of its requirements. */
    public record Term(List<NodeRequirement> matchExpressions, List<NodeRequirement> matchFields) {

        /** Whether the term has no requirements; such a term matches no node (k8s.io/component-helpers, nodeaffinity). */
        public boolean isEmpty() {
            return matchExpressions.isEmpty() && matchFields.isEmpty();
        }

        /** The node whose name the term demands; empty if it demands none. */
        String node() {
            for (NodeRequirement field : matchFields) {
                if (field.key().equals("metadata.name")
                        && field.operator().equals("In")
                        && field.values().size() == 1) {
                    return field.values().get(0);
                }
            }
            return "";
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
}
