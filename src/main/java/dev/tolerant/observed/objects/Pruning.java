package dev.tolerant.observed.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.review.PodReader;
import java.io.IOException;

/**
 * Keeps of the objects of each kind what questions need, never a container's environment, a command, or a volume.
 */
final class Pruning {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String OURS = "tolerant.dev/*";

    private static final Mask METADATA = Mask.of(
                    "name",
                    "generateName",
                    "namespace",
                    "uid",
                    "generation",
                    "creationTimestamp",
                    "deletionTimestamp",
                    "labels")
            .with("ownerReferences", Mask.of("apiVersion", "kind", "name", "uid", "controller"))
            .with("annotations", Mask.of(OURS, "kubernetes.io/config.mirror"));
    private static final Mask CONTAINER = Mask.of("name", "restartPolicy");
    private static final Mask CPU_AND_MEMORY = Mask.ofValues("cpu", "memory");
    /** Beside what the rules look at. */
    private static final Mask POD_SPEC = Mask.of(
                    "tolerations",
                    "priority",
                    "restartPolicy",
                    "schedulerName",
                    "schedulingGates",
                    "terminationGracePeriodSeconds")
            .with("overhead", CPU_AND_MEMORY)
            .with("containers", CONTAINER)
            .with("initContainers", CONTAINER)
            .with("affinity", Mask.of("nodeAffinity"))
            .with("topologySpreadConstraints", Mask.of("whenUnsatisfiable"))
            .with("volumes", Mask.of("persistentVolumeClaim"));

    private static final Mask CONDITION =
            Mask.of("type", "status", "reason", "message", "lastTransitionTime", "lastHeartbeatTime");
    private static final Mask POD = PodReader.POD.and(Mask.of()
            .with(
                    "metadata",
                    METADATA.with(
                            "annotations",
                            Mask.of(
                                    OURS,
                                    "kubernetes.io/config.mirror",
                                    "batch.kubernetes.io/job-index-failure-count")))
            .with("spec", POD_SPEC)
            .with(
                    "status",
                    Mask.of("phase", "reason")
                            .with("conditions", CONDITION.ofTypes("PodScheduled", "DisruptionTarget", "Ready"))));
    private static final Mask PROGRAM_POD =
            POD.and(Mask.of().with("spec", Mask.of().with("containers", Mask.of("image"))));
    private static final Mask NODE = Mask.of()
            .with("metadata", METADATA)
            .with("spec", Mask.of("taints", "unschedulable"))
            .with(
                    "status",
                    Mask.of().with("conditions", CONDITION.ofTypes("Ready")).with("allocatable", CPU_AND_MEMORY));
    private static final Mask NODE_POOL = Mask.of()
            .with("metadata", METADATA)
            .with(
                    "spec",
                    Mask.of()
                            .with(
                                    "template",
                                    Mask.of()
                                            .with("metadata", Mask.of("labels"))
                                            .with("spec", Mask.of("requirements", "taints", "startupTaints"))));
    private static final Mask NAMESPACE = Mask.of()
            .with(
                    "metadata",
                    METADATA.with(
                            "annotations",
                            Mask.of(
                                    OURS,
                                    NamespaceFacts.DEFAULT_TOLERATIONS,
                                    NamespaceFacts.TOLERATIONS_WHITELIST,
                                    "scheduler.alpha.kubernetes.io/node-selector",
                                    "openshift.io/node-selector")))
            .with("status", Mask.of("phase"));
    private static final Mask TEMPLATE =
            PodReader.POD.and(Mask.of().with("metadata", METADATA).with("spec", POD_SPEC));
    private static final Mask MAKER = Mask.of(
                    "replicas",
                    "selector",
                    "parallelism",
                    "completions",
                    "podReplacementPolicy",
                    "podFailurePolicy",
                    "backoffLimit",
                    "backoffLimitPerIndex",
                    "maxFailedIndexes",
                    "managedBy",
                    "suspend",
                    "paused",
                    "schedule")
            .with("template", TEMPLATE)
            .with("volumeClaimTemplates", Mask.of().with("metadata", Mask.of("name")));
    private static final Mask WORKLOAD = Mask.of()
            .with("metadata", METADATA)
            .with(
                    "spec",
                    MAKER.with(
                            "jobTemplate", Mask.of().with("metadata", METADATA).with("spec", MAKER)))
            .with(
                    "status",
                    Mask.of("active", "succeeded", "failed", "failedIndexes")
                            .with("conditions", CONDITION.ofTypes("Complete", "Failed", "Suspended")));

    /** Beside what every workload has, by what a DaemonSet is known for that of a CSI driver. */
    private static final Mask DAEMON_SET = WORKLOAD.and(Mask.of()
            .with(
                    "spec",
                    Mask.of()
                            .with(
                                    "template",
                                    Mask.of()
                                            .with(
                                                    "spec",
                                                    Mask.of()
                                                            .with("containers", Mask.of("image"))
                                                            .with("volumes", Mask.of("hostPath"))))));

    private static final Mask CSI_DRIVER = Mask.of().with("metadata", METADATA);
    private static final Mask CSI_NODE =
            Mask.of().with("metadata", METADATA).with("spec", Mask.of().with("drivers", Mask.of("name")));

    private static final Mask VOLUME_CLAIM =
            Mask.of().with("metadata", METADATA).with("spec", Mask.of("volumeName"));
    private static final Mask VOLUME = Mask.of()
            .with("metadata", METADATA)
            .with("spec", Mask.of("nodeAffinity").with("csi", Mask.of("driver")));

    private static final Mask RUNTIME_CLASS = Mask.of("scheduling").with("metadata", METADATA);
    private static final Mask LIMIT_RANGE = Mask.of("spec").with("metadata", METADATA);
    private static final Mask PRIORITY_CLASS =
            Mask.ofValues("globalDefault", "value").with("metadata", METADATA);

    /** Objects that operators write are kept whole, so that mistakes in them are found here too. */
    private static final Mask WRITTEN = Mask.allBut()
            .with(
                    "metadata",
                    Mask.allBut()
                            .without("managedFields")
                            .with(
                                    "annotations",
                                    Mask.allBut().without("kubectl.kubernetes.io/last-applied-configuration")));

    private static final Mask CONFIG_MAP =
            Mask.of().with("metadata", METADATA).with("data", Mask.of(ReleaseSettings.FILE));

    /** The fields kept of objects of this kind. */
    private static Mask of(ObjectKind kind) {
        return switch (kind) {
            case POD -> POD;
            case NODE -> NODE;
            case NODE_POOL -> NODE_POOL;
            case NAMESPACE -> NAMESPACE;
            case DEPLOYMENT, REPLICA_SET, STATEFUL_SET, REPLICATION_CONTROLLER, JOB, CRON_JOB -> WORKLOAD;
            case DAEMON_SET -> DAEMON_SET;
            case CSI_DRIVER -> CSI_DRIVER;
            case CSI_NODE -> CSI_NODE;
            case VOLUME_CLAIM -> VOLUME_CLAIM;
            case VOLUME -> VOLUME;
            case POLICY,
                    MUTATING_WEBHOOKS,
                    GUARD,
                    GUARD_BINDING,
                    RESERVATIONS,
                    MUTATING_POLICY,
                    MUTATING_POLICY_BINDING,
                    INJECTIONS -> WRITTEN;
            case RUNTIME_CLASS -> RUNTIME_CLASS;
            case LIMIT_RANGE -> LIMIT_RANGE;
            case PRIORITY_CLASS -> PRIORITY_CLASS;
            case CONFIG_MAP -> CONFIG_MAP;
        };
    }

    private Pruning() {}

    /**
     * The kept part of an object of the kind, with its type.
     *
     * @throws IOException if it is not a JSON object
     */
    static byte[] prune(ObjectKind kind, byte[] json) throws IOException {
        JsonNode kept = TreeReader.read(json, of(kind));
        if (kind == ObjectKind.POD && isOfProgram(kept)) {
            kept = TreeReader.read(json, PROGRAM_POD);
        }
        if (!(kept instanceof ObjectNode fields)) {
            throw new IOException("it is not a JSON object");
        }
        ObjectNode object =
                JSON.createObjectNode().put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        fields.remove("apiVersion");
        fields.remove("kind");
        return JSON.writeValueAsBytes(object.setAll(fields));
    }

    /** Selects by the labels that the chart gives pods. */
    private static boolean isOfProgram(JsonNode pod) {
        JsonNode labels = pod.at("/metadata/labels");
        return labels.path(ReleaseSettings.LABEL).asText().equals(ReleaseSettings.PROGRAM)
                && labels.path("app.kubernetes.io/component").asText().equals("webhook");
    }
}
