package dev.tolerant.core.pod;

import java.util.List;

/** Who sent a request: the pod's creator, for workloads a controller. */
public record Requester(String username, List<String> groups) {
    public static final Requester UNKNOWN = new Requester("", List.of());

    /** Whether a kubelet asks, by the identity that the node authorizer knows it by. */
    public boolean isNode() {
        return username.startsWith("system:node:") && groups.contains("system:nodes");
    }
}
