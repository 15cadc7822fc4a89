package dev.tolerant.explain;

import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import java.util.List;

/** The taints that nodes of any cluster may have, which every explanation speaks of. */
final class WellKnownTaints {
    static final List<Taint> ALL = List.of(
            NodeTaints.NOT_READY,
            NodeTaints.UNREACHABLE,
            new Taint("node.kubernetes.io/out-of-service", "nodeshutdown", Effect.NO_EXECUTE),
            Taint.of(NodeTaints.NOT_READY.key(), Effect.NO_SCHEDULE),
            Taint.of(NodeTaints.UNREACHABLE.key(), Effect.NO_SCHEDULE),
            NodeTaints.MEMORY_PRESSURE,
            NodeTaints.DISK_PRESSURE,
            NodeTaints.PID_PRESSURE,
            NodeTaints.NETWORK_UNAVAILABLE,
            NodeTaints.UNSCHEDULABLE,
            Taint.of("node-role.kubernetes.io/control-plane", Effect.NO_SCHEDULE),
            new Taint("node.cloudprovider.kubernetes.io/uninitialized", "true", Effect.NO_SCHEDULE));

    private WellKnownTaints() {}

    /** Whether the node lifecycle controller sets it, and only after its grace period. */
    static boolean isOfFailure(Taint taint) {
        return taint.effect() == Effect.NO_EXECUTE && NodeTaints.isOfFailure(taint.key());
    }
}
