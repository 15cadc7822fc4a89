package dev.tolerant.apiserver;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** A user whom the API server identifies by a bearer token. */
record User(String name, String token, List<String> groups) {

    /** A user with a random token. */
    static User of(String name, String... groups) {
        return new User(name, UUID.randomUUID().toString(), List.of(groups));
    }

    /** The line in the API server's {@code --token-auth-file}: token, name, uid and, in quotes, groups. */
    String line() {
        String groupList = groups.stream().collect(Collectors.joining(",", "\"", "\""));
        return token + "," + name + "," + name + (groups.isEmpty() ? "" : "," + groupList) + "\n";
    }
}
