package dev.tolerant.observed.facts;

import java.util.Arrays;
import java.util.Optional;

/** A kind of object that questions about a cluster need. */
public enum FactKind {
    POD("v1/Pod", "pods", true),
    NODE("v1/Node", "nodes", false),
    /** Of Karpenter, which most clusters do not have. */
    NODE_POOL("karpenter.sh/v1/NodePool", "nodepools", false),
    NAMESPACE("v1/Namespace", "namespaces", false),
    DEPLOYMENT("apps/v1/Deployment", "deployments", true),
    REPLICA_SET("apps/v1/ReplicaSet", "replicasets", true),
    STATEFUL_SET("apps/v1/StatefulSet", "statefulsets", true),
    DAEMON_SET("apps/v1/DaemonSet", "daemonsets", true),
    REPLICATION_CONTROLLER("v1/ReplicationController", "replicationcontrollers", true),
    JOB("batch/v1/Job", "jobs", true),
    CRON_JOB("batch/v1/CronJob", "cronjobs", true),
    POLICY("tolerant.dev/v1alpha1/TolerationPolicy", "tolerationpolicies", false),
    MUTATING_WEBHOOKS(
            "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false),
    GUARD("admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy", "validatingadmissionpolicies", false),
    GUARD_BINDING(
            "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding",
            "validatingadmissionpolicybindings",
            false),
    RESERVATIONS("tolerant.dev/v1alpha1/Reservations", "reservations", false),
    /** Of the chart's release alone: its settings. */
    CONFIG_MAP("v1/ConfigMap", "configmaps", true);

    /** {@code group/version/kind}, without the group and its slash in the core group. */
    private final String type;

    private final String plural;
    private final boolean namespaced;

    FactKind(String type, String plural, boolean namespaced) {
        this.type = type;
        this.plural = plural;
        this.namespaced = namespaced;
    }

    /** The kind of objects with this {@code group/version/kind}; empty if no question needs them. */
    public static Optional<FactKind> of(String type) {
        return Arrays.stream(values()).filter(kind -> kind.type.equals(type)).findFirst();
    }

    /** The name in the API's paths and in roles. */
    public String plural() {
        return plural;
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
}
