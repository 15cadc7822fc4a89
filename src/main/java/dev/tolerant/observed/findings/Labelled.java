package dev.tolerant.observed.findings;

import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The labels of all namespaces, or of all nodes and of those that NodePools will make; filed by each key that is asked for, so that most
 * selectors look at few of them. Used by one thread.
 */
final class Labelled {
    private final String noun;
    private final List<Map<String, String>> all;
    private final Collection<NodePool> nodePools;
    private final Map<String, Set<String>> declared;
    private final Map<String, Map<String, List<Map<String, String>>>> filed = new HashMap<>();
    private @Nullable Set<String> keys;

    /**
     * @param noun for one of the objects
     */
    Labelled(String noun, Stream<Map<String, String>> labels, Collection<NodePool> nodePools) {
        this.noun = noun;
        this.all = labels.toList();
        this.nodePools = nodePools;
        this.declared = declared(nodePools);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean has(LabelSelector selector) {
        return candidates(selector).stream().anyMatch(selector::matches);
    }

    private Collection<Map<String, String>> candidates(LabelSelector selector) {
        List<Map.Entry<String, String>> labels = selector.rarest(Map.of());
        return labels.isEmpty()
                ? all
                : labels.stream()
                        .flatMap(label -> byValue(label.getKey()).getOrDefault(label.getValue(), List.of()).stream())
                        .toList();
    }

    private Map<String, List<Map<String, String>>> byValue(String key) {
        return filed.computeIfAbsent(
                key,
                asked -> all.stream()
                        .filter(labels -> labels.containsKey(asked))
                        .collect(Collectors.groupingBy(labels -> labels.get(asked))));
    }

    /** True where an object meets all of these, or may when its NodePool makes it. */
    boolean meet(List<Requirement> requirements) {
        return has(new LabelSelector(Map.of(), requirements))
                || nodePools.stream().anyMatch(pool -> requirements.stream().allMatch(each -> mayMeet(pool, each)));
    }

    /** Nodes have labels of their provider, such as the zone, that no NodePool declares; and numbers cannot be told before. */
    private static boolean mayMeet(NodePool pool, Requirement asked) {
        boolean isDeclared = pool.labels().containsKey(asked.key())
                || asked.key().equals(NodePool.NAME_LABEL)
                || pool.requirements().stream().anyMatch(own -> own.key().equals(asked.key()));
        boolean isOfProvider = !isDeclared && asked.key().contains("/");
        boolean isNumber = asked.operator() == Operator.GT || asked.operator() == Operator.LT;
        return isOfProvider || isNumber || pool.meets(new LabelSelector(Map.of(), List.of(asked)));
    }

    /** Two requirements that are met one at a time and never together. */
    Optional<List<Requirement>> conflict(List<Requirement> requirements) {
        for (int i = 0; i < requirements.size(); i++) {
            for (int j = 0; j < i; j++) {
                List<Requirement> both = List.of(requirements.get(j), requirements.get(i));
                if (both.stream().allMatch(each -> meet(List.of(each))) && !meet(both)) {
                    return Optional.of(both);
                }
            }
        }
        return Optional.empty();
    }

    /** A clause that says why no object meets all of these. */
    String whyNone(List<Requirement> requirements) {
        for (Requirement each : requirements) {
            if (!meet(List.of(each))) {
                return "no " + noun + " has " + text(each) + PolicyFinding.meant(near(each));
            }
        }
        return "no " + noun + " has all of "
                + requirements.stream().map(Labelled::text).collect(Collectors.joining(", "));
    }

    /** The form that people write: {@code key=value} where there is one. */
    static String text(Requirement requirement) {
        return requirement.operator() == Operator.IN && requirement.values().size() == 1
                ? requirement.key() + "=" + requirement.values().iterator().next()
                : requirement.operator() == Operator.EXISTS ? "label " + requirement.key() : requirement.toString();
    }

    private List<String> near(Requirement asked) {
        if (!keys().contains(asked.key())) {
            return NearNames.to(asked.key(), keys()).stream()
                    .map(key -> withValue(key, asked))
                    .toList();
        }
        return asked.operator() == Operator.IN
                ? asked.values().stream()
                        .sorted()
                        .flatMap(value -> NearNames.to(value, values(asked.key())).stream())
                        .distinct()
                        .map(value -> asked.key() + "=" + value)
                        .toList()
                : List.of();
    }

    private String withValue(String key, Requirement asked) {
        return asked.values().stream()
                .sorted()
                .filter(values(key)::contains)
                .findFirst()
                .map(value -> key + "=" + value)
                .orElse(key);
    }

    private Set<String> keys() {
        Set<String> found = keys;
        if (found == null) {
            found = new TreeSet<>(declared.keySet());
            for (Map<String, String> labels : all) {
                found.addAll(labels.keySet());
            }
            keys = found;
        }
        return found;
    }

    private Set<String> values(String key) {
        Set<String> found = new HashSet<>(byValue(key).keySet());
        found.addAll(declared.getOrDefault(key, Set.of()));
        return found;
    }

    /** The values by their keys, some of which have none. */
    private static Map<String, Set<String>> declared(Collection<NodePool> pools) {
        Map<String, Set<String>> found = new HashMap<>();
        for (NodePool pool : pools) {
            add(found, NodePool.NAME_LABEL, Set.of(pool.name()));
            pool.labels().forEach((key, value) -> add(found, key, Set.of(value)));
            pool.requirements()
                    .forEach(own -> add(found, own.key(), own.operator() == Operator.IN ? own.values() : Set.of()));
        }
        return found;
    }

    private static void add(Map<String, Set<String>> found, String key, Collection<String> values) {
        found.computeIfAbsent(key, any -> new TreeSet<>()).addAll(values);
    }
}
