package dev.tolerant.core.controlplane;

import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;

/** The taints that the control plane itself puts on nodes (k8s.io/api/core/v1/well_known_taints.go). */
public final class NodeTaints {
    public static final Taint NOT_READY = Taint.of("node.kubernetes.io/not-ready", Effect.NO_EXECUTE);
    public static final Taint UNREACHABLE = Taint.of("node.kubernetes.io/unreachable", Effect.NO_EXECUTE);
    public static final Taint DISK_PRESSURE = Taint.of("node.kubernetes.io/disk-pressure", Effect.NO_SCHEDULE);
    public static final Taint MEMORY_PRESSURE = Taint.of("node.kubernetes.io/memory-pressure", Effect.NO_SCHEDULE);
    public static final Taint PID_PRESSURE = Taint.of("node.kubernetes.io/pid-pressure", Effect.NO_SCHEDULE);
    public static final Taint UNSCHEDULABLE = Taint.of("node.kubernetes.io/unschedulable", Effect.NO_SCHEDULE);
    public static final Taint NETWORK_UNAVAILABLE =
            Taint.of("node.kubernetes.io/network-unavailable", Effect.NO_SCHEDULE);

    /** What the DaemonSet controller has its pods tolerate without seconds, in its order. */
    public static final List<Taint> OF_DAEMON_SETS =
            List.of(NOT_READY, UNREACHABLE, DISK_PRESSURE, MEMORY_PRESSURE, PID_PRESSURE, UNSCHEDULABLE);

    private NodeTaints() {}

    /** Whether the node has failed; the other taints tell of a node that works. */
    public static boolean isOfFailure(String key) {
        return NOT_READY.key().equals(key) || UNREACHABLE.key().equals(key);
    }

    /** The taint of a failed node that a toleration of not-ready or unreachable is about. */
    public static Taint ofFailure(Toleration toleration) {
        return NOT_READY.key().equals(toleration.key()) ? NOT_READY : UNREACHABLE;
    }
}
