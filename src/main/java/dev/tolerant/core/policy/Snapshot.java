package dev.tolerant.core.policy;

import java.util.Map;

/**
 * What is known of the cluster; policies are replaced as a whole.
 *
 * @param namespaces by name; in a cluster a concurrent map, in which each namespace is replaced as a whole
 */
public record Snapshot(PolicySet policies, Map<String, NamespaceFacts> namespaces) {
    public static final Snapshot EMPTY = new Snapshot(PolicySet.EMPTY, Map.of());
}
