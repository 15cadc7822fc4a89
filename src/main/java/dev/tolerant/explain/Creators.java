package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.pod.Requester;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who creates the pods in manifests, which decides about exemptions and about which owners are believed.
 *
 * @param named the user that somebody has named for it; null if nobody did
 * @param controllers the users that create the pods of other controllers, by {@code group/Kind} of the owner
 */
public record Creators(@Nullable Requester named, Map<String, Set<String>> controllers) {
    /** The controllers of Kubernetes' own kinds, by {@code group/Kind}. */
    private static final Map<String, String> BUILT_IN = Map.of(
            "apps/ReplicaSet", "replicaset-controller",
            "apps/StatefulSet", "statefulset-controller",
            "apps/DaemonSet", "daemon-set-controller",
            "batch/Job", "job-controller",
            "ReplicationController", "replication-controller");

    /** Whoever a manifest suggests. */
    public static Creators unnamed(Map<String, Set<String>> controllers) {
        return new Creators(null, controllers);
    }

    /** The user with this name in these groups; without either, whoever a manifest suggests. */
    public static Creators of(String user, List<String> groups, Map<String, Set<String>> controllers) {
        return user.isEmpty() && groups.isEmpty()
                ? unnamed(controllers)
                : new Creators(AuthenticatedUser.of(user, groups), controllers);
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
        for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                String kind = groupAndKind(owner);
                return username(kind)
                        .map(name -> new PodMaker(
                                AuthenticatedUser.named(name),
                                owner.path("kind").asText() + "/"
                                        + owner.path("name").asText()));
            }
        }
        return Optional.empty();
    }

    private static String groupAndKind(JsonNode owner) {
        String version = owner.path("apiVersion").asText();
        int slash = version.indexOf('/');
        return (slash < 0 ? "" : version.substring(0, slash + 1))
                + owner.path("kind").asText();
    }

    private Optional<String> username(String kind) {
        String builtIn = BUILT_IN.get(kind);
        return builtIn == null
                ? new TreeSet<>(controllers.getOrDefault(kind, Set.of()))
                        .stream().findFirst()
                : Optional.of(AuthenticatedUser.KUBE_SYSTEM + builtIn);
    }

    /**
     * A controller that makes a pod.
     *
     * @param owner what it makes the pod for, as {@code kind/name}
     */
    record PodMaker(Requester user, String owner) {}
}
