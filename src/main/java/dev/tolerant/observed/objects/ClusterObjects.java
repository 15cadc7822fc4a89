package dev.tolerant.observed.objects;

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
 * The known objects of a cluster at one time.
 *
 * @param source a context or a file, for people
 * @param at the time when it was read
 * @param serverVersion of the API server, such as {@code v1.36.2}; empty if unknown
 * @param byKind the objects of each kind that is known as a whole; a kind that was not requested is absent
 * @param unknown the reasons why objects of a requested kind are not known, clauses such as "you may not list nodes"
 * @param notes sentences for people about these objects, such as of what a file leaves out
 */
public record ClusterObjects(
        String source,
        Instant at,
        String serverVersion,
        Map<ObjectKind, List<ClusterObject>> byKind,
        Map<ObjectKind, String> unknown,
        List<String> notes) {
    private static final String NAMES = "{names}";
    private static final String LIST = "{list}";

    /** Files that do not say of which version of the API server they are may be of no cluster. */
    public String title() {
        return serverVersion.isEmpty() ? source : "cluster " + source;
    }

    /** In the order of the API. */
    public List<ClusterObject> all(ObjectKind kind) {
        return byKind.getOrDefault(kind, List.of());
    }

    public List<Manifest> manifests(ObjectKind kind) {
        return all(kind).stream().map(ClusterObject::manifest).toList();
    }

    /** The namespace is ignored for objects in none. */
    public Optional<ClusterObject> find(ObjectKind kind, String namespace, String name) {
        return all(kind).stream()
                .filter(object -> object.name().equals(name))
                .filter(object -> !kind.isNamespaced() || object.namespace().equals(namespace))
                .findFirst();
    }

    /** Gives no objects to kinds of these that are not known. */
    public ClusterObjects withNone(Set<ObjectKind> kinds) {
        Map<ObjectKind, List<ClusterObject>> known = new EnumMap<>(byKind);
        Map<ObjectKind, String> others = new EnumMap<>(unknown);
        for (ObjectKind kind : kinds) {
            known.putIfAbsent(kind, List.of());
            others.remove(kind);
        }
        return new ClusterObjects(source, at, serverVersion, known, others, notes);
    }

    /** A clause that says why objects of the kind are not known; empty if they are. A kind that was not requested is not known either. */
    public Optional<String> unknown(ObjectKind kind) {
        String why = unknown.get(kind);
        if (why != null) {
            return Optional.of(why);
        }
        return byKind.containsKey(kind) ? Optional.empty() : Optional.of(kind.plural() + " were not read");
    }

    /** A clause with the number of these kinds that were not read, their names, and why; empty if all were. */
    public Optional<String> notRead(Collection<ObjectKind> kinds) {
        Map<String, List<ObjectKind>> byReason = new LinkedHashMap<>();
        for (ObjectKind kind : kinds) {
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

    private String reason(String ofAll, List<ObjectKind> kinds) {
        int last = kinds.size() - 1;
        if (last == 0) {
            return unknown(kinds.get(0)).orElseThrow();
        }
        List<String> names = kinds.stream().map(ObjectKind::objects).toList();
        return ofAll.replace(NAMES, String.join(", ", names.subList(0, last)) + " or " + names.get(last))
                .replace(LIST, "list of them");
    }

    /**
     * The objects that a question needs, so that its user needs no rights for others.
     *
     * @param everywhere kinds of which the question needs the objects of all namespaces, whichever one it is about
     * @param namespace of which the objects of other kinds are needed; empty for all namespaces
     */
    public record Needs(Set<ObjectKind> kinds, Set<ObjectKind> everywhere, String namespace) {
        public static final Needs ALL =
                new Needs(EnumSet.allOf(ObjectKind.class), EnumSet.noneOf(ObjectKind.class), "");

        private static final Needs DECIDING = new Needs(
                EnumSet.of(
                        ObjectKind.NODE,
                        ObjectKind.NODE_POOL,
                        ObjectKind.NAMESPACE,
                        ObjectKind.POLICY,
                        ObjectKind.MUTATING_WEBHOOKS,
                        ObjectKind.CONFIG_MAP),
                Set.of(),
                "");

        public Needs {
            kinds = Collections.unmodifiableSet(EnumSet.copyOf(kinds));
            everywhere = everywhere.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(everywhere));
        }

        /** The objects by which settings, policies and registrations decide about pods, and objects of these kinds. */
        public static Needs of(ObjectKind... kinds) {
            return DECIDING.and(kinds);
        }

        public Needs and(ObjectKind... others) {
            Set<ObjectKind> all = EnumSet.copyOf(kinds);
            all.addAll(Arrays.asList(others));
            return new Needs(all, everywhere, namespace);
        }

        public Needs everywhere(ObjectKind... others) {
            return new Needs(and(others).kinds, Set.of(others), namespace);
        }

        public Needs in(String only) {
            return new Needs(kinds, everywhere, only);
        }
    }
}
