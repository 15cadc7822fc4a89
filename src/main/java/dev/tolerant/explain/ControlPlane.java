package dev.tolerant.explain;

import dev.tolerant.core.controlplane.ApiServerDefaults;
import dev.tolerant.core.toleration.TolerationRules;

/**
 * What an explanation has to know of the cluster's control plane.
 *
 * @param defaults what DefaultTolerationSeconds appends
 * @param appendsDefaults whether it is asked about pods from manifests, which have not been through an API server
 * @param comparisonOperators whether Lt and Gt match anything (TaintTolerationComparisonOperators)
 * @param nodeMonitorGraceSeconds how long a node is silent before it is tainted
 */
public record ControlPlane(
        ApiServerDefaults defaults,
        boolean appendsDefaults,
        boolean comparisonOperators,
        long nodeMonitorGraceSeconds) {
    /** The default of {@code --node-monitor-grace-period} since Kubernetes 1.32; 40 before. */
    public static final long NODE_MONITOR_GRACE_SECONDS = 50;

    public static ControlPlane of(ApiServerDefaults defaults, boolean comparisonOperators) {
        return new ControlPlane(defaults, true, comparisonOperators, NODE_MONITOR_GRACE_SECONDS);
    }

    /** The API's rules for tolerations in this cluster. */
    TolerationRules tolerationRules() {
        return new TolerationRules(comparisonOperators);
    }
}
