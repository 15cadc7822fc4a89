package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.Review.Requester;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who creates the pods in manifests, on which it depends whether reservations exempt them.
 *
 * @param named the user that somebody has named for it; null if nobody did
 */
public record Creators(@Nullable Requester named) {
    /** Whoever a manifest suggests. */
    public static final Creators UNNAMED = new Creators(null);

    private static final Owner NODE = new Owner("", "Node");
    private static final String ACCOUNT = "system:serviceaccount:kube-system:";

    /**
     * The accounts of kube-controller-manager when it runs with {@code --use-service-account-credentials}
     * (cmd/kube-controller-manager/names in k8s.io/kubernetes).
     */
    private static final Map<Owner, String> ACCOUNTS = Map.of(
            Owner.REPLICA_SET, ACCOUNT + "replicaset-controller",
            Owner.STATEFUL_SET, ACCOUNT + "statefulset-controller",
            Owner.DAEMON_SET, ACCOUNT + "daemon-set-controller",
            Owner.JOB, ACCOUNT + "job-controller",
            Owner.REPLICATION_CONTROLLER, ACCOUNT + "replication-controller");

    /** The user with this name in these groups; without either, whoever a manifest suggests. */
    public static Creators of(String user, List<String> groups) {
        return user.isEmpty() && groups.isEmpty() ? UNNAMED : new Creators(AuthenticatedUser.of(user, groups));
    }

    /** The service account of the controller that makes pods for this kind; empty for other kinds than Kubernetes' own. */
    static Optional<Requester> controllerOf(Owner owner) {
        return Optional.ofNullable(ACCOUNTS.get(owner)).map(AuthenticatedUser::named);
    }

    /** Who creates what no controller makes. */
    Requester author() {
        return named == null ? AuthenticatedUser.ANYBODY : named;
    }

    /** The controller that makes such a pod, by its controller reference; empty if a user has been named. */
    Optional<PodMaker> makerOf(JsonNode pod) {
        if (named != null) {
            return Optional.empty();
        }
        for (JsonNode reference : pod.path("metadata").path("ownerReferences")) {
            if (reference.path("controller").asBoolean()) {
                String kind = reference.path("kind").asText();
                String name = reference.path("name").asText();
                Owner owner = Owner.of(reference.path("apiVersion").asText(), kind);
                return user(owner, name, pod).map(user -> new PodMaker(user, kind + "/" + name));
            }
        }
        return Optional.empty();
    }

    private static Optional<Requester> user(Owner owner, String name, JsonNode pod) {
        boolean mirror =
                owner.equals(NODE) && pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror");
        return mirror
                ? Optional.of(AuthenticatedUser.of("system:node:" + name, List.of("system:nodes")))
                : controllerOf(owner);
    }

    /**
     * A controller that makes a pod.
     *
     * @param owner what it makes the pod for, as {@code kind/name}
     */
    record PodMaker(Requester user, String owner) {}
}
