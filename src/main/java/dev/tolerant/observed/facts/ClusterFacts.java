package dev.tolerant.observed.facts;

import dev.tolerant.engine.manifest.Manifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is known of a cluster at one time.
 *
 * @param source where it comes from, for people: a context or a file
 * @param at when it was read
 * @param serverVersion of the API server, such as {@code v1.36.2}; empty if unknown
 * @param byKind the objects of each kind that is known as a whole; a kind that was not requested is absent
 * @param unknown why objects of a requested kind are not known, as a clause such as "you may not list nodes"
 * @param notes what people should know about these facts, a sentence each, such as what a file leaves out
 */
public record ClusterFacts(
        String source,
        Instant at,
        String serverVersion,
        Map<FactKind, List<Fact>> byKind,
        Map<FactKind, String> unknown,
        List<String> notes) {
    private static final String NAMES = "{names}";
    private static final String LIST = "{list}";

    /** Where they come from, in words: files that do not say of which version of the API server they are may be of no cluster. */
    public String title() {
        return serverVersion.isEmpty() ? source : "cluster " + source;
    }

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

    /** The same, where kinds of these that are not known have no objects. */
    public ClusterFacts withNone(Set<FactKind> kinds) {
        Map<FactKind, List<Fact>> known = new EnumMap<>(byKind);
        Map<FactKind, String> others = new EnumMap<>(unknown);
        for (FactKind kind : kinds) {
            known.putIfAbsent(kind, List.of());
            others.remove(kind);
        }
        return new ClusterFacts(source, at, serverVersion, known, others, notes);
    }

    /** Why objects of the kind are not known; empty if they are. A kind that was not requested is not known either. */
    public Optional<String> unknown(FactKind kind) {
        String why = unknown.get(kind);
        if (why != null) {
            return Optional.of(why);
        }
        return byKind.containsKey(kind) ? Optional.empty() : Optional.of(kind.plural() + " were not read");
    }

    /** How many of these kinds were not read, which, and why, in a clause; empty if all were. */
    public Optional<String> notRead(Collection<FactKind> kinds) {
        Map<String, List<FactKind>> byReason = new LinkedHashMap<>();
        for (FactKind kind : kinds) {
            unknown(kind)
                    .ifPresent(why -> byReason.computeIfAbsent(
                                    why.replace(kind.objects(), NAMES)
                                            .replace(kind.plural(), NAMES)
                                            .replace(kind.kind() + "List", LIST),
                                    same -> new ArrayList<>())
                            .add(kind));
        }
        int number = byReason.values().stream().mapToInt(List::size).sum();
        return number == 0
                ? Optional.empty()
                : Optional.of(number + (number == 1 ? " kind" : " kinds") + " not read: "
                        + byReason.entrySet().stream()
                                .map(each -> reason(each.getKey(), each.getValue()))
                                .collect(Collectors.joining("; ")));
    }

    private String reason(String ofAll, List<FactKind> kinds) {
        int last = kinds.size() - 1;
        if (last == 0) {
            return unknown(kinds.get(0)).orElseThrow();
        }
        List<String> names = kinds.stream().map(FactKind::objects).toList();
        return ofAll.replace(NAMES, String.join(", ", names.subList(0, last)) + " or " + names.get(last))
                .replace(LIST, "list of them");
    }

    /**
     * The objects that a question needs, so that whoever asks it needs no rights for others.
     *
     * @param everywhere kinds of which the question needs the objects of all namespaces, whichever one it is about
     * @param namespace of which the objects of other kinds are needed; empty for all namespaces
     */
    public record Needs(Set<FactKind> kinds, Set<FactKind> everywhere, String namespace) {
        /** Everything that is known of a cluster. */
        public static final Needs ALL = new Needs(EnumSet.allOf(FactKind.class), EnumSet.noneOf(FactKind.class), "");

        public Needs {
            kinds = Collections.unmodifiableSet(EnumSet.copyOf(kinds));
            everywhere = everywhere.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(everywhere));
        }

        /** The objects by which settings, policies and registrations decide about pods, and objects of these kinds. */
        public static Needs of(FactKind... kinds) {
            Set<FactKind> all = EnumSet.of(
                    FactKind.NODE,
                    FactKind.NODE_POOL,
                    FactKind.NAMESPACE,
                    FactKind.POLICY,
                    FactKind.MUTATING_WEBHOOKS,
                    FactKind.CONFIG_MAP);
            all.addAll(Arrays.asList(kinds));
            return new Needs(all, Set.of(), "");
        }

        /** The same, with objects of these kinds too. */
        public Needs and(FactKind... others) {
            Set<FactKind> all = EnumSet.copyOf(kinds);
            all.addAll(Arrays.asList(others));
            return new Needs(all, everywhere, namespace);
        }

        /** The same, with the objects of these kinds from all namespaces. */
        public Needs everywhere(FactKind... others) {
            Set<FactKind> all = EnumSet.copyOf(kinds);
            all.addAll(Arrays.asList(others));
            return new Needs(all, Set.of(others), namespace);
        }

        /** The same, with objects of one namespace where a kind is not needed from everywhere. */
        public Needs in(String only) {
            return new Needs(kinds, everywhere, only);
        }
    }
}
