package dev.tolerant.observed.facts;

import dev.tolerant.engine.model.NamespaceFacts;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a JSON value: of an object some fields, and of a list the same of each element. Of the objects of each kind
 * that is what questions need, never a container's environment, a command, or a volume.
 *
 * @param fields what is kept of each field; a name that ends with an asterisk is of all fields that begin so
 * @param rest what is kept of all other fields; null to drop them
 * @param types of a list, the {@code type} of the elements that are kept; empty for all of them
 */
record Kept(Map<String, Kept> fields, @Nullable Kept rest, Set<String> types) {
    /** Everything. */
    static final Kept ALL = new Kept(Map.of(), null, Set.of());

    private static final String ANY = "*";

    private static final String OURS = "tolerant.dev/*";

    /** Any manager's entry is needed, because one that cannot be read makes all of them unreadable; its fields are not. */
    private static final Kept MANAGED =
            Kept.of("manager", "operation").with("fieldsV1", Kept.of().with("f:spec", Kept.of("f:tolerations")));

    private static final Kept METADATA = Kept.of(
                    "name",
                    "generateName",
                    "namespace",
                    "uid",
                    "generation",
                    "creationTimestamp",
                    "deletionTimestamp",
                    "labels")
            .with("ownerReferences", Kept.of("apiVersion", "kind", "name", "uid", "controller"))
            .with("annotations", Kept.of(OURS, "kubernetes.io/config.mirror"));
    private static final Kept RESOURCES = Kept.of("requests", "limits");
    private static final Kept CONTAINER = Kept.of("name", "restartPolicy").with("resources", RESOURCES);
    private static final Kept POD_SPEC = Kept.of(
                    "tolerations",
                    "nodeSelector",
                    "priorityClassName",
                    "priority",
                    "serviceAccountName",
                    "nodeName",
                    "os",
                    "hostNetwork",
                    "restartPolicy",
                    "schedulerName",
                    "schedulingGates",
                    "terminationGracePeriodSeconds")
            .with("containers", CONTAINER)
            .with("initContainers", CONTAINER)
            .with("resources", RESOURCES)
            .with("affinity", Kept.of("nodeAffinity"));
    private static final Kept CONDITION =
            Kept.of("type", "status", "reason", "message", "lastTransitionTime", "lastHeartbeatTime");
    private static final Kept POD = Kept.of()
            .with("metadata", METADATA.with("managedFields", MANAGED))
            .with("spec", POD_SPEC)
            .with(
                    "status",
                    Kept.of("phase", "reason")
                            .with("conditions", CONDITION.ofTypes("PodScheduled", "DisruptionTarget", "Ready")));
    private static final Kept PROGRAM_POD =
            POD.with("spec", POD_SPEC.with("containers", CONTAINER.with("image", Kept.ALL)));
    private static final Kept NODE = Kept.of()
            .with("metadata", METADATA)
            .with("spec", Kept.of("taints", "unschedulable"))
            .with("status", Kept.of().with("conditions", CONDITION.ofTypes("Ready")));
    private static final Kept NODE_POOL = Kept.of()
            .with("metadata", METADATA)
            .with(
                    "spec",
                    Kept.of()
                            .with(
                                    "template",
                                    Kept.of()
                                            .with("metadata", Kept.of("labels"))
                                            .with("spec", Kept.of("requirements", "taints", "startupTaints"))));
    private static final Kept NAMESPACE = Kept.of()
            .with(
                    "metadata",
                    METADATA.with(
                            "annotations",
                            Kept.of(OURS, NamespaceFacts.DEFAULT_TOLERATIONS, NamespaceFacts.TOLERATIONS_WHITELIST)))
            .with("status", Kept.of("phase"));
    private static final Kept TEMPLATE = Kept.of().with("metadata", METADATA).with("spec", POD_SPEC);
    private static final Kept MAKER = Kept.of(
                    "replicas",
                    "selector",
                    "parallelism",
                    "completions",
                    "podReplacementPolicy",
                    "suspend",
                    "paused",
                    "schedule")
            .with("template", TEMPLATE);
    private static final Kept WORKLOAD = Kept.of()
            .with("metadata", METADATA)
            .with(
                    "spec",
                    MAKER.with(
                            "jobTemplate", Kept.of().with("metadata", METADATA).with("spec", MAKER)))
            .with("status", Kept.of().with("conditions", CONDITION.ofTypes("Complete", "Failed", "Suspended")));

    /** Objects that operators write are kept whole, so that mistakes in them are found here too. */
    private static final Kept WRITTEN = Kept.allBut()
            .with(
                    "metadata",
                    Kept.allBut()
                            .without("managedFields")
                            .with(
                                    "annotations",
                                    Kept.allBut().without("kubectl.kubernetes.io/last-applied-configuration")));

    private static final Kept CONFIG_MAP =
            Kept.of().with("metadata", METADATA).with("data", Kept.of(ReleaseSettings.FILE));

    /** The same of a pod of the program itself, and which version runs in it. */
    static Kept ofProgramPod() {
        return PROGRAM_POD;
    }

    /** The fields kept of objects of this kind. */
    static Kept of(FactKind kind) {
        return switch (kind) {
            case POD -> POD;
            case NODE -> NODE;
            case NODE_POOL -> NODE_POOL;
            case NAMESPACE -> NAMESPACE;
            case DEPLOYMENT, REPLICA_SET, STATEFUL_SET, DAEMON_SET, REPLICATION_CONTROLLER, JOB, CRON_JOB -> WORKLOAD;
            case POLICY, MUTATING_WEBHOOKS, GUARD, GUARD_BINDING, RESERVATIONS -> WRITTEN;
            case CONFIG_MAP -> CONFIG_MAP;
        };
    }

    /** These fields, as a whole. */
    static Kept of(String... names) {
        Map<String, Kept> fields = new LinkedHashMap<>();
        Arrays.stream(names).forEach(name -> fields.put(name, ALL));
        return new Kept(fields, null, Set.of());
    }

    /** Every field as a whole, but for those that {@link #with} and {@link #without} name. */
    static Kept allBut() {
        return new Kept(Map.of(), ALL, Set.of());
    }

    /** The same, and this of a field. */
    Kept with(String name, Kept kept) {
        Map<String, Kept> more = new LinkedHashMap<>(fields);
        more.put(name, kept);
        return new Kept(more, rest, types);
    }

    /** The same without a field. */
    Kept without(String name) {
        return with(name, of());
    }

    /** The same of those elements of a list that have one of these types. */
    Kept ofTypes(String... wanted) {
        return new Kept(fields, rest, Set.of(wanted));
    }

    boolean isAll() {
        return this == ALL;
    }

    private boolean isNothing() {
        return this != ALL && fields.isEmpty() && rest == null;
    }

    /** The part of a field that is kept; null to drop it. */
    @Nullable
    Kept field(String name) {
        if (isAll()) {
            return ALL;
        }
        Kept kept = fields.get(name);
        if (kept == null) {
            kept = beginning(name);
        }
        return kept == null || kept.isNothing() ? null : kept;
    }

    private @Nullable Kept beginning(String name) {
        for (Map.Entry<String, Kept> field : fields.entrySet()) {
            String begins = field.getKey();
            if (begins.endsWith(ANY) && name.startsWith(begins.substring(0, begins.length() - 1))) {
                return field.getValue();
            }
        }
        return rest;
    }
}
