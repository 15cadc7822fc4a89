package dev.tolerant.engine.words;

import java.util.List;

/**
 * The kind of the controller that a pod's owner references name.
 *
 * @param group empty for the core group
 * @param kind empty if the pod has no controller
 */
public record Owner(String group, String kind) {
    public static final Owner NONE = new Owner("", "");
    public static final Owner REPLICA_SET = new Owner("apps", "ReplicaSet");
    public static final Owner STATEFUL_SET = new Owner("apps", "StatefulSet");
    public static final Owner DAEMON_SET = new Owner("apps", "DaemonSet");
    public static final Owner JOB = new Owner("batch", "Job");
    public static final Owner REPLICATION_CONTROLLER = new Owner("", "ReplicationController");

    /** Of Kubernetes' own kinds those whose controllers create pods. */
    public static final List<Owner> BUILT_IN =
            List.of(REPLICA_SET, STATEFUL_SET, DAEMON_SET, JOB, REPLICATION_CONTROLLER);

    public static Owner of(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return new Owner(slash < 0 ? "" : apiVersion.substring(0, slash), kind);
    }

    /** Reads {@code group/Kind}, or {@code Kind} for the core group and for the built-in kinds. */
    public static Owner parse(String text) {
        int slash = text.indexOf('/');
        if (slash >= 0) {
            return new Owner(text.substring(0, slash), text.substring(slash + 1));
        }
        for (Owner builtIn : BUILT_IN) {
            if (builtIn.kind.equals(text)) {
                return builtIn;
            }
        }
        return new Owner("", text);
    }

    public boolean exists() {
        return !kind.isEmpty();
    }

    /**
     * The text that {@link #parse} reads. Kinds of the core group that have a built-in kind's name do not exist, but
     * any author can write them: {@code /Kind}.
     */
    public String name() {
        return parse(kind).equals(this) ? kind : group + "/" + kind;
    }

    /** The reference of a stored pod to its controller, as it is written; all empty if it has none. */
    public record ControllerReference(String apiVersion, String kind, String name) {
        public static final ControllerReference NONE = new ControllerReference("", "", "");

        public boolean exists() {
            return !kind.isEmpty();
        }

        public Owner owner() {
            return Owner.of(apiVersion, kind);
        }
    }
}
