package dev.tolerant.engine.words;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An admission request about one pod, or about the pod template of a DaemonSet.
 *
 * @param namespace of the request, which is always set; the pod's own may be empty
 * @param pod as it would be stored, or the template
 * @param provenance of the pod's tolerations
 * @param affinityOwned true where a manager owns what a template requires of its nodes, or nobody can tell
 * @param oldPod the stored pod or template; null on CREATE
 * @param templateChanged true on CREATE, and where an update changes the template
 */
public record Review(
        Subject subject,
        Operation operation,
        String namespace,
        Requester requester,
        PodFacts pod,
        Provenance provenance,
        boolean affinityOwned,
        @Nullable PodFacts oldPod,
        boolean templateChanged) {
    /** True where a node asks for the mirror of a static pod, which runs there already whatever is decided. */
    public boolean isOfNodesMirror() {
        return pod.mirror() && requester.isNode();
    }

    public Review withPod(PodFacts other) {
        return with(requester, other);
    }

    /** The requester is unknown, such as the controller that makes the pod. */
    public Review byNobody() {
        return with(Requester.UNKNOWN, pod);
    }

    private Review with(Requester by, PodFacts of) {
        return new Review(subject, operation, namespace, by, of, provenance, affinityOwned, oldPod, templateChanged);
    }

    public enum Subject {
        POD,
        /**
         * A DaemonSet. The program reads its template as the pod, because its controller decides by the template where pods
         * run.
         */
        DAEMON_SET
    }

    public enum Operation {
        CREATE,
        UPDATE,
        /** DELETE, CONNECT or an unknown operation, for which the program does nothing. */
        OTHER;

        public static Operation of(String text) {
            return text.equals("CREATE") ? CREATE : text.equals("UPDATE") ? UPDATE : OTHER;
        }
    }

    /**
     * The owner of {@code spec.tolerations} by {@code metadata.managedFields}, which the API server computes before
     * admission from what the client sent (k8s.io/apiserver, endpoints/handlers/create.go).
     */
    public enum Provenance {
        /** Absent or unreliable, such as the {@code [{}]} that a client can send. */
        UNREADABLE,
        /** No manager owns the tolerations: the client sent none. */
        UNOWNED,
        /** A manager owns the tolerations: the client sent at least one. */
        OWNED,
        /** Server-side applies alone own the tolerations: the client sent a list, which may be empty. */
        APPLIED,
        /** The keeper owns the tolerations, so that a stored pod does not show who wrote which. No template can say so. */
        KEPT;

        /** True where clients sent tolerations, which the program did not write. */
        public boolean isOwned() {
            return this == OWNED || this == APPLIED;
        }
    }

    /** The user who sent a request; for the pods of a workload that is a controller. */
    public record Requester(String username, List<String> groups) {
        public static final Requester UNKNOWN = new Requester("", List.of());

        /** True for the name and group of a kubelet that the node authorizer expects. */
        public boolean isNode() {
            return username.startsWith("system:node:") && groups.contains("system:nodes");
        }
    }
}
