package dev.tolerant.observed.objects;

import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.NamespaceFacts;

/** The fields of objects that questions need, never a container's environment, a command, or a volume. */
final class Pruning {
    private static final String OURS = "tolerant.dev/*";

    /** Objects that operators write are kept whole, so that mistakes in them are found here too. */
    static final Mask WRITTEN = Mask.allBut()
            .with(
                    "metadata",
                    Mask.allBut()
                            .without("managedFields")
                            .with(
                                    "annotations",
                                    Mask.allBut().without("kubectl.kubernetes.io/last-applied-configuration")));

    static final Mask NAMED = Mask.of()
            .at(
                    "metadata",
                    "name",
                    "generateName",
                    "namespace",
                    "uid",
                    "generation",
                    "creationTimestamp",
                    "deletionTimestamp",
                    "labels")
            .at("metadata.ownerReferences", "apiVersion", "kind", "name", "uid", "controller")
            .at("metadata.annotations", OURS, "kubernetes.io/config.mirror");

    private static final Mask CONTAINER = Mask.of("name", "restartPolicy");
    private static final Mask CPU_AND_MEMORY = Mask.ofValues("cpu", "memory");
    private static final Mask CONDITION =
            Mask.of("type", "status", "reason", "message", "lastTransitionTime", "lastHeartbeatTime");
    private static final Mask TEMPLATE = PodReader.POD
            .and(NAMED)
            .at(
                    "spec",
                    "tolerations",
                    "priority",
                    "restartPolicy",
                    "schedulerName",
                    "schedulingGates",
                    "terminationGracePeriodSeconds")
            .at("spec.overhead", CPU_AND_MEMORY)
            .at("spec.containers", CONTAINER)
            .at("spec.initContainers", CONTAINER)
            .at("spec.affinity", "nodeAffinity")
            .at("spec.topologySpreadConstraints", "whenUnsatisfiable")
            .at("spec.volumes", "persistentVolumeClaim");

    static final Mask POD = TEMPLATE.at("metadata.annotations", "batch.kubernetes.io/job-index-failure-count")
            .at("status", "phase", "reason")
            .at("status.conditions", CONDITION.ofTypes("PodScheduled", "DisruptionTarget", "Ready"));
    /** Beside what is kept of every pod, which version of the program runs. */
    static final Mask PROGRAM_POD = POD.at("spec.containers", "image");

    static final Mask NODE = NAMED.at("spec", "taints", "unschedulable")
            .at("status.conditions", CONDITION.ofTypes("Ready"))
            .at("status.allocatable", CPU_AND_MEMORY);
    static final Mask NODE_POOL = NAMED.at("spec.template.metadata", "labels")
            .at("spec.template.spec", "requirements", "taints", "startupTaints");
    static final Mask NAMESPACE = NAMED.at(
                    "metadata.annotations",
                    NamespaceFacts.DEFAULT_TOLERATIONS,
                    NamespaceFacts.TOLERATIONS_WHITELIST,
                    "scheduler.alpha.kubernetes.io/node-selector",
                    "openshift.io/node-selector")
            .at("status", "phase");
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
            .at("volumeClaimTemplates.metadata", "name");
    static final Mask WORKLOAD = NAMED.at("spec", MAKER)
            .at("spec.jobTemplate", NAMED.at("spec", MAKER))
            .at("status", "active", "succeeded", "failed", "failedIndexes")
            .at("status.conditions", CONDITION.ofTypes("Complete", "Failed", "Suspended"));
    /** Beside what every workload has, by what a DaemonSet is known for that of a CSI driver. */
    static final Mask DAEMON_SET =
            WORKLOAD.at("spec.template.spec.containers", "image").at("spec.template.spec.volumes", "hostPath");

    private Pruning() {}
}
