package dev.tolerant.observed.objects;

import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.words.Owner;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A kind of object that questions need: its names, what is kept of it and, where it has pods, who makes them of what. */
public enum ObjectKind {
    POD("v1/Pod", "pods", "po", Pruning.POD, null),
    NODE("v1/Node", "nodes", false, Pruning.NODE),
    /** Karpenter's; most clusters do not have it. */
    NODE_POOL("karpenter.sh/v1/NodePool", "nodepools", false, Pruning.NODE_POOL),
    NAMESPACE("v1/Namespace", "namespaces", false, Pruning.NAMESPACE),
    DEPLOYMENT("apps/v1/Deployment", "deployments", "deploy", Pruning.WORKLOAD, Controller.REPLICA_SET),
    REPLICA_SET("apps/v1/ReplicaSet", "replicasets", "rs", Pruning.WORKLOAD, Controller.REPLICA_SET),
    STATEFUL_SET("apps/v1/StatefulSet", "statefulsets", "sts", Pruning.WORKLOAD, Controller.STATEFUL_SET),
    DAEMON_SET("apps/v1/DaemonSet", "daemonsets", "ds", Pruning.DAEMON_SET, Controller.DAEMON_SET),
    REPLICATION_CONTROLLER(
            "v1/ReplicationController",
            "replicationcontrollers",
            "rc",
            Pruning.WORKLOAD,
            Controller.REPLICATION_CONTROLLER),
    JOB("batch/v1/Job", "jobs", "job", Pruning.WORKLOAD, Controller.JOB),
    CRON_JOB("batch/v1/CronJob", "cronjobs", "cj", Pruning.WORKLOAD, Controller.JOB),
    CSI_DRIVER("storage.k8s.io/v1/CSIDriver", "csidrivers", false, Pruning.NAMED),
    CSI_NODE("storage.k8s.io/v1/CSINode", "csinodes", false, Pruning.NAMED.at("spec.drivers", "name")),
    VOLUME_CLAIM("v1/PersistentVolumeClaim", "persistentvolumeclaims", true, Pruning.NAMED.at("spec", "volumeName")),
    VOLUME(
            "v1/PersistentVolume",
            "persistentvolumes",
            false,
            Pruning.NAMED.at("spec", "nodeAffinity").at("spec.csi", "driver")),
    RUNTIME_CLASS("node.k8s.io/v1/RuntimeClass", "runtimeclasses", false, Pruning.NAMED.with("scheduling", Mask.ALL)),
    LIMIT_RANGE("v1/LimitRange", "limitranges", true, Pruning.NAMED.with("spec", Mask.ALL)),
    PRIORITY_CLASS(
            "scheduling.k8s.io/v1/PriorityClass",
            "priorityclasses",
            false,
            Pruning.NAMED.and(Mask.ofValues("globalDefault", "value"))),
    POLICY("tolerant.dev/v1alpha1/TolerationPolicy", "tolerationpolicies", false),
    MUTATING_WEBHOOKS(
            "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false),
    GUARD("admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy", "validatingadmissionpolicies", false),
    GUARD_BINDING(
            "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding",
            "validatingadmissionpolicybindings",
            false),
    /** Only the one whose annotations say what policies reserve. */
    RESERVATIONS("v1/ServiceAccount", "serviceaccounts", true),
    /** The policies by which the API server gives pods something by itself, from Kubernetes 1.36 on. */
    MUTATING_POLICY("admissionregistration.k8s.io/v1/MutatingAdmissionPolicy", "mutatingadmissionpolicies", false),
    MUTATING_POLICY_BINDING(
            "admissionregistration.k8s.io/v1/MutatingAdmissionPolicyBinding", "mutatingadmissionpolicybindings", false),
    INJECTIONS("tolerant.dev/v1alpha1/Injections", "injections", false),
    /** Only the ConfigMap with the settings of the chart's release. */
    CONFIG_MAP("v1/ConfigMap", "configmaps", true, Pruning.NAMED.at("data", Mask.of(ReleaseSettings.FILE)));

    public static final List<ObjectKind> WORKLOADS =
            Arrays.stream(values()).filter(kind -> kind.controller != null).toList();

    /** {@code group/version/kind}, without the group and its slash in the core group. */
    private final String type;

    private final String plural;
    private final String shortName;
    private final boolean namespaced;
    private final Mask kept;
    private final @Nullable Controller controller;

    ObjectKind(String type, String plural, boolean namespaced) {
        this(type, plural, namespaced, Pruning.WRITTEN);
    }

    ObjectKind(String type, String plural, boolean namespaced, Mask kept) {
        this(type, plural, "", namespaced, kept, null);
    }

    /**
     * @param controller makes the pods; null for pods themselves
     */
    ObjectKind(String type, String plural, String shortName, Mask kept, @Nullable Controller controller) {
        this(type, plural, shortName, true, kept, controller);
    }

    ObjectKind(
            String type,
            String plural,
            String shortName,
            boolean namespaced,
            Mask kept,
            @Nullable Controller controller) {
        this.type = type;
        this.plural = plural;
        this.shortName = shortName;
        this.namespaced = namespaced;
        this.kept = kept;
        this.controller = controller;
    }

    /**
     * A controller of kube-controller-manager that makes pods, and its account where the manager runs with
     * {@code --use-service-account-credentials} (cmd/kube-controller-manager/names in k8s.io/kubernetes).
     */
    public enum Controller {
        REPLICA_SET(Owner.REPLICA_SET, "replicaset-controller"),
        STATEFUL_SET(Owner.STATEFUL_SET, "statefulset-controller"),
        DAEMON_SET(Owner.DAEMON_SET, "daemon-set-controller"),
        REPLICATION_CONTROLLER(Owner.REPLICATION_CONTROLLER, "replication-controller"),
        JOB(Owner.JOB, "job-controller");

        private final Owner owner;
        private final String account;

        Controller(Owner owner, String account) {
            this.owner = owner;
            this.account = account;
        }

        /** Empty for kinds that are not Kubernetes' own. */
        public static Optional<Controller> of(Owner owner) {
            return Arrays.stream(values())
                    .filter(controller -> controller.owner.equals(owner))
                    .findFirst();
        }

        public Owner owner() {
            return owner;
        }

        /** In kube-system. */
        public String account() {
            return account;
        }
    }

    /** {@code NODE} for a {@code v1 NodeList}; empty for a list of any objects. */
    public static Optional<ObjectKind> ofList(String apiVersion, String kind) {
        return ManifestFile.kindOfItems(kind).flatMap(items -> of(apiVersion + "/" + items));
    }

    /** By {@code group/version/kind}; empty if no question needs such objects. */
    public static Optional<ObjectKind> of(String type) {
        return Arrays.stream(values()).filter(kind -> kind.type.equals(type)).findFirst();
    }

    /**
     * Takes a name of a kind with pods as kubectl does: singular, plural or short, also with a group, as in {@code
     * deployments.v1.apps}.
     */
    public static Optional<ObjectKind> named(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        int dot = name.indexOf('.');
        String plain = dot < 0 ? name : name.substring(0, dot);
        String group = dot < 0 ? "" : name.substring(dot + 1);
        return Arrays.stream(values())
                .filter(ObjectKind::hasPods)
                .filter(kind ->
                        List.of(kind.singular(), kind.plural, kind.shortName).contains(plain))
                .filter(kind -> dot < 0
                        || !kind.group().isEmpty()
                                && List.of(kind.group(), "v1." + kind.group()).contains(group))
                .findFirst();
    }

    /** In the API's paths and in roles. */
    public String plural() {
        return plural;
    }

    /** True where a cluster without the kind is as one without objects of it, which is nothing to tell people each time. */
    public boolean isOptional() {
        return switch (this) {
            case NODE_POOL, MUTATING_POLICY, MUTATING_POLICY_BINDING, INJECTIONS -> true;
            default -> false;
        };
    }

    public static ObjectKind admissionPolicies(boolean mutating) {
        return mutating ? MUTATING_POLICY : GUARD;
    }

    public static ObjectKind admissionBindings(boolean mutating) {
        return mutating ? MUTATING_POLICY_BINDING : GUARD_BINDING;
    }

    public String objects() {
        return this == CONFIG_MAP ? "ConfigMap with the release's settings" : plural;
    }

    /** As kubectl takes it before a slash and a name. */
    public String singular() {
        return kind().toLowerCase(Locale.ROOT);
    }

    /** As kubectl takes it; empty for a kind without pods. */
    public String shortName() {
        return shortName;
    }

    public boolean isNamespaced() {
        return namespaced;
    }

    public String apiVersion() {
        return type.substring(0, type.lastIndexOf('/'));
    }

    public String kind() {
        return type.substring(type.lastIndexOf('/') + 1);
    }

    /** The objects of all namespaces if the name is empty. */
    public String path(String namespace) {
        return (type.indexOf('/') == type.lastIndexOf('/') ? "/api/" : "/apis/") + apiVersion()
                + (namespace.isEmpty() ? "" : "/namespaces/" + URLEncoder.encode(namespace, StandardCharsets.UTF_8))
                + "/"
                + plural;
    }

    /** {@code plural.group}, by which roles and error messages of the API name it. */
    public String resource() {
        return plural + (group().isEmpty() ? "" : "." + group());
    }

    private String group() {
        return Owner.of(apiVersion(), kind()).group();
    }

    Mask kept() {
        return kept;
    }

    public boolean hasPods() {
        return this == POD || controller != null;
    }

    /** Empty for all kinds but {@link #WORKLOADS}. */
    public Optional<Controller> controller() {
        return Optional.ofNullable(controller);
    }

    /** Leads to the template of the pods; empty for all kinds but {@link #WORKLOADS}. */
    public List<String> template() {
        if (controller == null) {
            return List.of();
        }
        return this == CRON_JOB ? List.of("spec", "jobTemplate", "spec", "template") : List.of("spec", "template");
    }
}
