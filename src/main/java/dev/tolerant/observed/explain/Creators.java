package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.pod.Controllers;
import dev.tolerant.engine.pod.Owner;
import dev.tolerant.engine.pod.Requester;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who creates the pods in manifests, which decides about exemptions and about which owners are believed.
 *
 * @param named the user that somebody has named for it; null if nobody did
 * @param controllers who is believed to create the pods of which owner
 */
public record Creators(@Nullable Requester named, Controllers controllers) {
    private static final Owner NODE = new Owner("", "Node");

    /** Whoever a manifest suggests, by the setting {@code tolerant.controllers}. */
    public static Creators unnamed(Map<String, Set<String>> controllers) {
        return new Creators(null, Controllers.with(controllers));
    }

    /** The user with this name in these groups; without either, whoever a manifest suggests. */
    public static Creators of(String user, List<String> groups, Map<String, Set<String>> controllers) {
        boolean nobody = user.isEmpty() && groups.isEmpty();
        return new Creators(nobody ? null : AuthenticatedUser.of(user, groups), Controllers.with(controllers));
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

    private Optional<Requester> user(Owner owner, String name, JsonNode pod) {
        boolean mirror =
                owner.equals(NODE) && pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror");
        return mirror
                ? Optional.of(AuthenticatedUser.of("system:node:" + name, List.of("system:nodes")))
                : username(owner).map(AuthenticatedUser::named);
    }

    private Optional<String> username(Owner owner) {
        return Owner.BUILT_IN.contains(owner)
                ? Optional.of(Controllers.accountOf(owner))
                : controllers.of(owner).stream().findFirst();
    }

    /**
     * A controller that makes a pod.
     *
     * @param owner what it makes the pod for, as {@code kind/name}
     */
    record PodMaker(Requester user, String owner) {}
}
