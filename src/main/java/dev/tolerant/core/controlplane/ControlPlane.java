package dev.tolerant.core.controlplane;

import dev.tolerant.core.toleration.TolerationRules;

/**
 * How a cluster's control plane is set up, as far as tolerations depend on it.
 *
 * @param defaults what DefaultTolerationSeconds appends
 * @param appendsDefaults whether it runs for pods from manifests, which have not been through an API server
 * @param comparisonOperators whether Lt and Gt match anything (TaintTolerationComparisonOperators)
 * @param nodeMonitorGraceSeconds how long a node is silent before it is tainted
 */
public record ControlPlane(
        DefaultTolerationSeconds defaults,
        boolean appendsDefaults,
        boolean comparisonOperators,
        long nodeMonitorGraceSeconds) {
    /** The default of {@code --node-monitor-grace-period} since Kubernetes 1.32; 40 before. */
    public static final long NODE_MONITOR_GRACE_SECONDS = 50;

    public static ControlPlane of(DefaultTolerationSeconds defaults, boolean comparisonOperators) {
        return new ControlPlane(defaults, true, comparisonOperators, NODE_MONITOR_GRACE_SECONDS);
    }

    /** The API's rules for tolerations in this cluster. */
    public TolerationRules tolerationRules() {
        return new TolerationRules(comparisonOperators);
    }
}
