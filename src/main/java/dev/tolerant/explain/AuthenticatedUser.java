package dev.tolerant.explain;

import dev.tolerant.core.pod.Requester;
import java.util.List;
import java.util.stream.Stream;

/** A user that the API server has authenticated, with the group that all such users are in. */
public final class AuthenticatedUser {
    /** A user about whom nothing else is known. */
    static final Requester ANYBODY = of("", List.of());

    private AuthenticatedUser() {}

    /** The requester with this name, in these groups and the one of every user. */
    public static Requester of(String name, List<String> groups) {
        return new Requester(
                name,
                Stream.concat(groups.stream(), Stream.of("system:authenticated"))
                        .toList());
    }
}
