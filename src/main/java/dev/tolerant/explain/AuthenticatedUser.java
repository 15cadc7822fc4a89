package dev.tolerant.explain;

import dev.tolerant.core.pod.Requester;
import java.util.List;
import java.util.stream.Stream;

/** A user whom the API server has authenticated, and so has put into a group that every such user is in. */
public final class AuthenticatedUser {
    /** The user of whom nothing else is known. */
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
