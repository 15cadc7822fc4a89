package dev.tolerant.policy;

import java.util.Map;

/**
 * What was known of the cluster at one moment; never changed, only replaced as a whole.
 *
 * @param namespaces by name
 */
public record Snapshot(Map<String, NamespaceFacts> namespaces) {
    public static final Snapshot EMPTY = new Snapshot(Map.of());

    /** The facts of a namespace; one without an object has no labels and annotations. */
    public NamespaceFacts namespace(String name) {
        NamespaceFacts facts = namespaces.get(name);
        return facts == null ? NamespaceFacts.plain(name) : facts;
    }
}
