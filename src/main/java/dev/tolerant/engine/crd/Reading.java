package dev.tolerant.engine.crd;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.policy.CountedPool;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.toleration.TolerationRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What files of policies, namespaces and nodes say together.
 *
 * @param rejected how many policies are there but cannot be used
 * @param problems everything that could not be used
 */
public record Reading(Snapshot snapshot, int rejected, List<Problem> problems) {

    /** Reads policies, namespaces and nodes. */
    public static Reading of(List<Manifest> manifests, TolerationRules rules) {
        return of(manifests, rules, Map.of());
    }

    /**
     * Reads policies, namespaces and nodes.
     *
     * @param remembered of pools by the names of their policies; it counts while the pool selects no node
     */
    public static Reading of(List<Manifest> manifests, TolerationRules rules, Map<String, RememberedPool> remembered) {
        List<ManifestFile.Entry> entries = manifests.stream()
                .map(manifest -> new ManifestFile.Entry(manifest.place(), manifest.object()))
                .toList();
        return of(List.of(CompiledFile.of("", entries, rules)), Snapshot.EMPTY, remembered);
    }

    /**
     * Merges files by the names of their objects: the first of a name counts, and one that is broken stays as it was when
     * it was good.
     *
     * @param before what was read the last time
     */
    static Reading of(Collection<CompiledFile> files, Snapshot before) {
        return of(files, before, Map.of());
    }

    private static Reading of(Collection<CompiledFile> files, Snapshot before, Map<String, RememberedPool> remembered) {
        List<Problem> problems = new ArrayList<>();
        files.forEach(file -> problems.addAll(file.problems()));
        Merge<NamespaceFacts> namespaces = new Merge<>("Namespace", NamespaceFacts::name, problems);
        Merge<Node> nodes = new Merge<>("Node", Node::name, problems);
        Merge<Policy> policies = new Merge<>("TolerationPolicy", Policy::name, problems);
        for (CompiledFile file : files) {
            file.namespaces().forEach(each -> namespaces.add(each, file.file()));
            file.nodes().forEach(each -> nodes.add(each, file.file()));
            file.policies().forEach(each -> policies.add(each, file.file()));
        }
        Map<String, Policy> goodPolicies =
                before.policies().policies().stream().collect(Collectors.toMap(Policy::name, Function.identity()));
        int rejected = 0;
        for (CompiledFile file : files) {
            file.brokenNamespaces().forEach(name -> namespaces.keep(name, before.namespaces()));
            file.brokenNodes().forEach(name -> nodes.keep(name, before.nodes()));
            file.brokenPolicies().forEach(name -> policies.keep(name, goodPolicies));
            rejected += file.brokenPolicies().size();
        }
        return new Reading(
                new Snapshot(
                        PolicySet.of(policies.byName.values().stream()
                                .map(policy -> withPool(
                                        policy,
                                        nodes.byName.values(),
                                        remembered.get(policy.name()),
                                        goodPolicies.get(policy.name()),
                                        problems))
                                .toList()),
                        Map.copyOf(namespaces.byName),
                        Map.copyOf(nodes.byName)),
                rejected,
                List.copyOf(problems));
    }

    private static Policy withPool(
            Policy policy,
            Collection<Node> nodes,
            @Nullable RememberedPool remembered,
            @Nullable Policy before,
            List<Problem> problems) {
        Pool pool = policy.pool();
        if (pool == null) {
            return policy;
        }
        Policy last = remembered != null && remembered.isOf(pool)
                ? policy.withPoolTaints(pool.usable(remembered.taints()))
                : policy.withPoolTaintsOf(before);
        CountedPool counted = CountedPool.of(pool, List.of(), nodes);
        if (counted.hasTooManyTaints()) {
            problems.add(Problem.of("", "TolerationPolicy/" + policy.name() + ": " + Pool.TOO_MANY_TAINTS));
            return last;
        }
        return counted.selectsNodes() ? last.withPoolTaints(counted.taints()) : last;
    }

    /** Objects of one kind by their names. */
    private record Merge<T>(String kind, Function<T, String> nameOf, List<Problem> problems, Map<String, T> byName) {

        Merge(String kind, Function<T, String> nameOf, List<Problem> problems) {
            this(kind, nameOf, problems, new LinkedHashMap<>());
        }

        void add(T object, String file) {
            String name = nameOf.apply(object);
            if (byName.putIfAbsent(name, object) != null) {
                problems.add(new Problem(Place.wholeFile(file), name, "is there already; the first one counts"));
            }
        }

        void keep(String name, Map<String, T> before) {
            T good = before.get(name);
            if (good != null && byName.putIfAbsent(name, good) == null) {
                problems.add(Problem.of("", kind + "/" + name + ": its last good version stays in use"));
            }
        }
    }
}
