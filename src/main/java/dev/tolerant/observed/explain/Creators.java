package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.observed.objects.ObjectKind.Controller;
import dev.tolerant.observed.objects.Owners;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The users who create the pods in manifests, which decides whether reservations exempt the pods.
 *
 * @param named by the question; null if it names none
 */
public record Creators(@Nullable Requester named) {
    public static final Creators UNNAMED = new Creators(null);

    public static Creators of(String user, List<String> groups) {
        return user.isEmpty() && groups.isEmpty() ? UNNAMED : new Creators(user(user, groups));
    }

    /** The service account of a controller, which creates the pods that it makes. */
    static Requester account(Controller controller) {
        return user(
                "system:serviceaccount:kube-system:" + controller.account(),
                List.of("system:serviceaccounts", "system:serviceaccounts:kube-system"));
    }

    Requester author() {
        return named == null ? user("", List.of()) : named;
    }

    /** Known by the controller reference; empty if a user has been named. */
    Optional<PodMaker> makerOf(JsonNode pod) {
        return named == null
                ? Owners.controllerIn(pod)
                        .flatMap(reference -> user(reference.owner(), reference.name(), pod)
                                .map(user -> new PodMaker(user, reference.kind() + "/" + reference.name())))
                : Optional.empty();
    }

    private static Optional<Requester> user(Owner owner, String name, JsonNode pod) {
        boolean mirror = owner.equals(new Owner("", "Node"))
                && pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror");
        return mirror
                ? Optional.of(user("system:node:" + name, List.of("system:nodes")))
                : Controller.of(owner).map(Creators::account);
    }

    /**
     * @param owner for which the controller makes the pod, as {@code kind/name}
     */
    record PodMaker(Requester user, String owner) {}

    /** Is also in the group of all whom the API server has authenticated. */
    private static Requester user(String name, List<String> groups) {
        return new Requester(
                name,
                Stream.concat(groups.stream(), Stream.of("system:authenticated"))
                        .toList());
    }
}
