package dev.tolerant.core.pod;

import java.util.List;

/**
 * A pod's required node affinity, and how many of the objects that contain it exist.
 *
 * @param depth the innermost object that exists
 * @param terms the alternatives; empty unless the depth is {@link Depth#REQUIRED}
 */
public record NodeAffinity(Depth depth, List<NodeTerm> terms) {
    public static final NodeAffinity NONE = new NodeAffinity(Depth.NONE, List.of());

    /** The nested objects of {@code spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution}. */
    public enum Depth {
        NONE,
        AFFINITY,
        NODE_AFFINITY,
        REQUIRED
    }
}
