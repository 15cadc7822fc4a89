package dev.tolerant.observed.facts;

import dev.tolerant.engine.manifest.Manifest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a cluster at one time.
 *
 * @param source where it comes from, for people: a context or a file
 * @param at when it was read
 * @param serverVersion of the API server, such as {@code v1.36.2}; empty if unknown
 * @param byKind the objects of each kind that is known as a whole; a kind that nobody asked for is not in it
 * @param unknown why objects of a kind that somebody asked for are not known, as a clause such as "you may not list nodes"
 * @param notes what people should know about these facts, a sentence each, such as what a file leaves out
 */
public record ClusterFacts(
        String source,
        Instant at,
        String serverVersion,
        Map<FactKind, List<Fact>> byKind,
        Map<FactKind, String> unknown,
        List<String> notes) {

    /** All objects of a kind, in the order of the API. */
    public List<Fact> all(FactKind kind) {
        return byKind.getOrDefault(kind, List.of());
    }

    /** The objects of a kind, parsed. */
    public List<Manifest> manifests(FactKind kind) {
        return all(kind).stream().map(Fact::manifest).toList();
    }

    /** The object of this name; namespace is ignored for objects in none. */
    public Optional<Fact> find(FactKind kind, String namespace, String name) {
        return all(kind).stream()
                .filter(fact -> fact.name().equals(name))
                .filter(fact -> !kind.isNamespaced() || fact.namespace().equals(namespace))
                .findFirst();
    }

    /** Why objects of the kind are not known; empty if they are. What nobody asked for is not known either. */
    public Optional<String> unknown(FactKind kind) {
        String why = unknown.get(kind);
        if (why != null) {
            return Optional.of(why);
        }
        return byKind.containsKey(kind) ? Optional.empty() : Optional.of(kind.plural() + " were not read");
    }
}
