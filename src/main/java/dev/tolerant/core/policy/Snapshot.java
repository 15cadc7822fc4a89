package dev.tolerant.core.policy;

import java.util.Map;

/**
 * The policies and namespaces with which a review is decided. The set of policies is only ever replaced as a whole.
 *
 * @param namespaces by name; in a cluster this is a concurrent map, in which each namespace is replaced as a whole
 */
public record Snapshot(PolicySet policies, Map<String, NamespaceFacts> namespaces) {
    public static final Snapshot EMPTY = new Snapshot(PolicySet.EMPTY, Map.of());
}
