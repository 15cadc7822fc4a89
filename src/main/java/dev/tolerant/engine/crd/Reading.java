package dev.tolerant.engine.crd;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.KnownPool;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Pool.PoolTaints;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What files of policies, namespaces, nodes and NodePools say together.
 *
 * @param rejected how many policies are there but cannot be used
 * @param problems everything that could not be used
 */
public record Reading(Snapshot snapshot, int rejected, List<Problem> problems) {
    private static final String KEPT = "; all files stay in use as they were when they were last good";

    /** Reads policies, namespaces, nodes and NodePools. */
    public static Reading of(List<Manifest> manifests, TolerationRules rules) {
        return of(manifests, rules, Map.of(), true);
    }

    /**
     * Reads policies, namespaces, nodes and NodePools.
     *
     * @param remembered of pools by the names of their policies; it counts while the pool selects no node and no NodePool
     * @param nodePoolsRead whether all NodePools are among the manifests
     */
    public static Reading of(
            List<Manifest> manifests,
            TolerationRules rules,
            Map<String, RememberedPool> remembered,
            boolean nodePoolsRead) {
        List<ManifestFile.Entry> entries = manifests.stream()
                .map(manifest -> new ManifestFile.Entry(manifest.place(), manifest.object()))
                .toList();
        return of(List.of(CompiledFile.of("", entries, rules)), Snapshot.EMPTY, List.of(), remembered, nodePoolsRead);
    }

    /**
     * Merges files by the names of their objects, of which the first of a name counts.
     *
     * @param before what was read the last time, which stays while a file is broken; null the first time, when what is broken is
     *     skipped
     * @param others nodes that count instead of those of the same name
     */
    static Reading of(Collection<CompiledFile> files, @Nullable Snapshot before, Collection<Node> others) {
        List<Problem> broken =
                files.stream().flatMap(file -> file.broken().stream()).toList();
        if (before == null || broken.isEmpty()) {
            return of(files, before == null ? Snapshot.EMPTY : before, others, Map.of(), true);
        }
        List<Problem> problems = broken.stream()
                .map(problem -> new Problem(problem.place(), problem.path(), problem.message() + KEPT))
                .toList();
        return new Reading(before, rejected(files), problems);
    }

    private static Reading of(
            Collection<CompiledFile> files,
            Snapshot before,
            Collection<Node> others,
            Map<String, RememberedPool> remembered,
            boolean nodePoolsRead) {
        List<Problem> problems = new ArrayList<>();
        for (CompiledFile file : files) {
            problems.addAll(file.broken());
            problems.addAll(file.problems());
        }
        Merge<NamespaceFacts> namespaces = new Merge<>(NamespaceFacts::name, problems);
        Merge<Node> nodes = new Merge<>(Node::name, problems);
        Merge<NodePool> nodePools = new Merge<>(NodePool::name, problems);
        Merge<Policy> policies = new Merge<>(Policy::name, problems);
        for (CompiledFile file : files) {
            file.namespaces().forEach(each -> namespaces.add(each, file.file()));
            file.nodes().forEach(each -> nodes.add(each, file.file()));
            file.nodePools().forEach(each -> nodePools.add(each, file.file()));
            file.policies().forEach(each -> policies.add(each, file.file()));
        }
        others.forEach(node -> nodes.byName.put(node.name(), node));
        Map<String, Policy> earlier =
                before.policies().policies().stream().collect(Collectors.toMap(Policy::name, Function.identity()));
        List<Policy> pooled = new ArrayList<>();
        for (Policy policy : policies.byName.values()) {
            Pool pool = policy.pool();
            if (pool == null) {
                pooled.add(policy);
                continue;
            }
            KnownPool known = KnownPool.of(
                    pool,
                    nodes.byName.values(),
                    nodePoolsRead ? nodePools.byName.values() : null,
                    remembered(pool, remembered.get(policy.name()), earlier.get(policy.name())));
            String problem = known.problem();
            if (problem != null) {
                problems.add(Problem.of("", "TolerationPolicy/" + policy.name() + ": " + problem));
            }
            pooled.add(policy.with(known));
        }
        return new Reading(
                new Snapshot(PolicySet.of(pooled), Map.copyOf(namespaces.byName), Map.copyOf(nodes.byName)),
                rejected(files),
                List.copyOf(problems));
    }

    private static int rejected(Collection<CompiledFile> files) {
        return files.stream().mapToInt(file -> file.rejected().size()).sum();
    }

    private static @Nullable PoolTaints remembered(
            Pool pool, @Nullable RememberedPool stored, @Nullable Policy earlier) {
        if (stored != null && stored.isOf(pool)) {
            return stored.taints();
        }
        return earlier == null ? null : earlier.taintsOfPool(pool);
    }

    /** Objects of one kind by their names. */
    private record Merge<T>(Function<T, String> nameOf, List<Problem> problems, Map<String, T> byName) {

        Merge(Function<T, String> nameOf, List<Problem> problems) {
            this(nameOf, problems, new LinkedHashMap<>());
        }

        void add(T object, String file) {
            String name = nameOf.apply(object);
            if (byName.putIfAbsent(name, object) != null) {
                problems.add(new Problem(Place.wholeFile(file), name, "is there already; the first one counts"));
            }
        }
    }
}
