package dev.tolerant.engine.model;

import java.util.List;

/** The user who sent a request; for the pods of a workload that is a controller. */
public record Requester(String username, List<String> groups) {
    public static final Requester UNKNOWN = new Requester("", List.of());

    /** Whether the user is a kubelet, by the name and group that the node authorizer expects. */
    public boolean isNode() {
        return username.startsWith("system:node:") && groups.contains("system:nodes");
    }
}
