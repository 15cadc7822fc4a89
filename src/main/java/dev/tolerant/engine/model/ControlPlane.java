package dev.tolerant.engine.model;

/**
 * The configuration of a cluster's control plane, as far as it affects tolerations.
 *
 * @param defaults the tolerations that DefaultTolerationSeconds appends
 * @param comparisonOperators whether the cluster evaluates Lt and Gt (feature gate TaintTolerationComparisonOperators)
 * @param nodeMonitorGraceSeconds how many seconds a node may be silent before the control plane taints it
 */
public record ControlPlane(
        DefaultTolerationSeconds defaults, boolean comparisonOperators, long nodeMonitorGraceSeconds) {
    /** The default of {@code --node-monitor-grace-period} since Kubernetes 1.32; 40 before. */
    public static final long NODE_MONITOR_GRACE_SECONDS = 50;

    public static ControlPlane of(DefaultTolerationSeconds defaults, boolean comparisonOperators) {
        return new ControlPlane(defaults, comparisonOperators, NODE_MONITOR_GRACE_SECONDS);
    }

    /** The API's validation of tolerations in this cluster. */
    public TolerationRules tolerationRules() {
        return new TolerationRules(comparisonOperators);
    }
}
