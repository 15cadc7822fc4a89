package dev.tolerant.engine.words;

import dev.tolerant.engine.words.Taint.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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

    /** Set by the operator or controller that knows that the node is off (podgc, gc_controller.go). */
    public static final Taint OUT_OF_SERVICE =
            new Taint("node.kubernetes.io/out-of-service", "nodeshutdown", Effect.NO_EXECUTE);

    /** Taints that nodes of any cluster may have; every explanation covers them. */
    public static final List<Taint> WELL_KNOWN = List.of(
            NOT_READY,
            UNREACHABLE,
            OUT_OF_SERVICE,
            Taint.of(NOT_READY.key(), Effect.NO_SCHEDULE),
            Taint.of(UNREACHABLE.key(), Effect.NO_SCHEDULE),
            MEMORY_PRESSURE,
            DISK_PRESSURE,
            PID_PRESSURE,
            NETWORK_UNAVAILABLE,
            UNSCHEDULABLE,
            Taint.of("node-role.kubernetes.io/control-plane", Effect.NO_SCHEDULE),
            new Taint("node.cloudprovider.kubernetes.io/uninitialized", "true", Effect.NO_SCHEDULE));

    private static final Set<String> CONDITIONS = WELL_KNOWN.stream()
            .map(Taint::key)
            .filter(key -> key.startsWith("node.kubernetes.io/"))
            .collect(Collectors.toUnmodifiableSet());

    /**
     * The keys of taints that others put on nodes which start, leave or are not ready; one that ends in {@code *} is a prefix.
     * readiness.k8s.io: node-readiness-controller; karpenter.sh: pkg/apis/v1/taints.go in kubernetes-sigs/karpenter; the
     * autoscaler's: cluster-autoscaler/FAQ.md in kubernetes/autoscaler.
     */
    private static final List<String> PASSING = List.of(
            "readiness.k8s.io/*",
            "karpenter.sh/disrupted",
            "karpenter.sh/disruption",
            "karpenter.sh/unregistered",
            "ToBeDeletedByClusterAutoscaler",
            "DeletionCandidateOfClusterAutoscaler",
            "startup-taint.cluster-autoscaler.kubernetes.io/*",
            "ignore-taint.cluster-autoscaler.kubernetes.io/*",
            "status-taint.cluster-autoscaler.kubernetes.io/*",
            "aws-node-termination-handler/*",
            "cloud.google.com/impending-node-termination",
            "node.cilium.io/agent-not-ready",
            "ebs.csi.aws.com/agent-not-ready",
            "efs.csi.aws.com/agent-not-ready",
            "fsx.csi.aws.com/agent-not-ready",
            "s3.csi.aws.com/agent-not-ready",
            "disk.csi.azure.com/agent-not-ready",
            "secrets-store.csi.k8s.io/agent-not-ready",
            "node.cluster.x-k8s.io/uninitialized",
            "node.cluster.x-k8s.io/outdated-revision",
            "remediator.kubernetes.azure.com/unschedulable",
            "NodeWithImpairedVolumes",
            "cni.istio.io/not-ready",
            "medik8s.io/remediation",
            "weave.works/kured-node-reboot");

    /** The end of the keys by which agents, such as those of CSI drivers and networks, keep pods off until they run. */
    private static final String AGENT = "/agent-not-ready";

    private NodeTaints() {}

    /** One that the node has already changes nothing, and one with another value takes the place of the old one. */
    public static List<Taint> with(List<Taint> present, List<Taint> more) {
        List<Taint> all = new ArrayList<>(present);
        for (Taint taint : more) {
            if (!all.contains(taint)) {
                all.removeIf(old -> takesThePlaceOf(taint, old));
                all.add(taint);
            }
        }
        return all;
    }

    /** True where a node that gets the taint loses the other, because it has a key and effect only once. */
    public static boolean takesThePlaceOf(Taint taint, Taint old) {
        return taint.key().equals(old.key()) && taint.effect() == old.effect() && !taint.equals(old);
    }

    /** True where taints with this key come and go with the condition of a node, whichever component sets them. */
    public static boolean isPassing(String key) {
        return isOfCondition(key)
                || key.endsWith(AGENT)
                || PASSING.stream().anyMatch(each -> LabelSyntax.isNamed(key, each));
    }

    /** The first passing key, or prefix of some, that a key or a prefix covers; empty if there is none. */
    public static Optional<String> passing(String name) {
        return name.endsWith(AGENT)
                ? Optional.of(name)
                : PASSING.stream()
                        .filter(each -> LabelSyntax.isNamed(name, each) || LabelSyntax.isNamed(each, name))
                        .findFirst();
    }

    /** True where the control plane marks the condition of a node by taints with this key. */
    public static boolean isOfCondition(String key) {
        return key.startsWith("node.cloudprovider.kubernetes.io/") || CONDITIONS.contains(key);
    }

    public static boolean isOfFailure(String key) {
        return NOT_READY.key().equals(key) || UNREACHABLE.key().equals(key);
    }

    /** True where the node lifecycle controller sets the taint only after its grace period. */
    public static boolean followsGracePeriod(Taint taint) {
        return taint.effect() == Effect.NO_EXECUTE && isOfFailure(taint.key());
    }

    /**
     * The NoExecute taint of failed nodes that has the toleration's key: not-ready, or unreachable for every other key.
     */
    public static Taint ofFailure(Toleration toleration) {
        return NOT_READY.key().equals(toleration.key()) ? NOT_READY : UNREACHABLE;
    }
}
