package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Review.Requester;
import java.util.List;
import java.util.stream.Stream;

/** A user that the API server has authenticated, with the group that all such users are in. */
public final class AuthenticatedUser {
    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

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

    /** The requester with this name, in the groups that its name tells. */
    static Requester named(String name) {
        String[] account = name.substring(name.startsWith(SERVICE_ACCOUNT) ? SERVICE_ACCOUNT.length() : name.length())
                .split(":", -1);
        return account.length == 2
                ? of(name, List.of("system:serviceaccounts", "system:serviceaccounts:" + account[0]))
                : of(name, List.of());
    }
}
