package dev.tolerant.engine.crd;

import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.Memory;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The objects of files of policies, namespaces, nodes, NodePools and RuntimeClasses; of those with the same kind and name the first counts.
 *
 * @param rejected the number of policies that are there but cannot be used
 * @param problems everything that could not be used
 */
public record PolicyFiles(Snapshot snapshot, List<NodePool> nodePools, int rejected, List<ManifestProblem> problems) {
    private static final String KEPT = "; all files stay in use as they were when they were last good";

    /**
     * @param remembered of pools by the names of their policies; it counts while the pool selects no node and no NodePool
     * @param nodePoolsRead true where all NodePools are among the manifests
     */
    public static PolicyFiles of(
            List<Manifest> manifests,
            TolerationRules rules,
            Map<String, RememberedPool> remembered,
            boolean nodePoolsRead) {
        Contents objects = new Contents(rules);
        manifests.forEach(manifest ->
                objects.add(manifest.place().file(), new ManifestFile.Entry(manifest.place(), manifest.object())));
        return objects.together(remembered, Map.of(), nodePoolsRead);
    }

    public static PolicyFiles ofText(String text, TolerationRules rules) throws InvalidManifestException {
        Contents objects = new Contents(rules);
        objects.add(ManifestFile.of("", text));
        return objects.together(Map.of(), Map.of(), true);
    }

    public static String text(Path directory) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path file : ManifestFile.filesIn(directory)) {
            texts.add(Files.readString(file).stripTrailing().replaceFirst("^---\\s*\n", "") + "\n");
        }
        return String.join("---\n", texts);
    }

    /** A directory that is read repeatedly, by one thread; while a file or an object is broken, the whole last good set stays. */
    public static final class Directory {
        private final Path path;
        private final TolerationRules rules;
        private @Nullable PolicyFiles before;

        public Directory(Path path, TolerationRules rules) {
            this.path = path;
            this.rules = rules;
        }

        /** The first time, what is broken is skipped; if the directory cannot be listed, what was read before stays good. */
        public PolicyFiles read() throws IOException {
            return read(List.of());
        }

        /** Reads the nodes of the directory but for those of a name that {@code others} have, which it adds. */
        public PolicyFiles read(Collection<Node> others) throws IOException {
            Contents objects = new Contents(rules);
            for (Path file : ManifestFile.filesIn(path)) {
                String name = path.relativize(file).toString();
                try {
                    objects.add(ManifestFile.of(name, Files.readAllBytes(file)));
                } catch (InvalidManifestException notYaml) {
                    objects.addUnreadable(name, notYaml.problem().message());
                } catch (IOException gone) {
                    objects.addUnreadable(name, String.valueOf(gone.getMessage()));
                }
            }
            if (before != null && !objects.broken.isEmpty()) {
                return new PolicyFiles(
                        before.snapshot,
                        before.nodePools,
                        objects.rejected,
                        objects.broken.stream()
                                .map(problem ->
                                        new ManifestProblem(problem.place(), problem.path(), problem.message() + KEPT))
                                .toList());
            }
            others.forEach(node -> objects.nodes.put(node.name(), node));
            Map<String, Policy> earlier = before == null
                    ? Map.of()
                    : before.snapshot.policies().policies().stream()
                            .collect(Collectors.toMap(Policy::name, Function.identity()));
            before = objects.together(Map.of(), earlier, true);
            return before;
        }
    }

    private static final class Contents {
        private static final Set<String> TYPES = Set.of(
                PolicyReader.TYPE,
                NamespaceReader.TYPE,
                NodeReader.TYPE,
                NodeReader.NODE_POOL,
                NodeReader.RUNTIME_CLASS);

        private final TolerationRules rules;
        private final Map<String, NamespaceFacts> namespaces = new LinkedHashMap<>();
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<String, NodePool> nodePools = new LinkedHashMap<>();
        private final Map<String, List<Toleration>> runtimeClasses = new LinkedHashMap<>();
        private final Map<String, Policy> policies = new LinkedHashMap<>();
        private final List<ManifestProblem> broken = new ArrayList<>();
        private final List<ManifestProblem> problems = new ArrayList<>();
        private int rejected;

        Contents(TolerationRules rules) {
            this.rules = rules;
        }

        void addUnreadable(String file, String why) {
            addBroken(new ManifestProblem(Place.wholeFile(file), "", why));
        }

        private void addBroken(ManifestProblem problem) {
            broken.add(problem);
            problems.add(problem);
        }

        void add(ManifestFile file) {
            file.entries().forEach(entry -> add(file.name(), entry));
        }

        void add(String file, ManifestFile.Entry entry) {
            try {
                Manifest manifest = entry.manifest();
                if (!TYPES.contains(manifest.type())) {
                    String version = manifest.object().path("apiVersion").asText();
                    throw manifest.wrong(
                            "it must be a v1 Namespace, a v1 Node, a karpenter.sh/v1 NodePool, a node.k8s.io/v1 RuntimeClass or a tolerant.dev/v1alpha1 TolerationPolicy, but is '"
                                    + (version + " " + manifest.kind()).trim() + "'");
                }
                if (manifest.name().isEmpty()) {
                    throw manifest.wrong("metadata.name", "is missing");
                }
                addNamed(file, manifest);
            } catch (InvalidManifestException unusable) {
                problems.add(new ManifestProblem(
                        entry.place(),
                        "",
                        "the object cannot be used here: " + unusable.problem().what()));
            }
        }

        private void addNamed(String file, Manifest manifest) {
            try {
                switch (manifest.type()) {
                    case PolicyReader.TYPE -> addPolicy(file, manifest);
                    case NamespaceReader.TYPE -> addNamespace(file, manifest);
                    case NodeReader.RUNTIME_CLASS ->
                        put(runtimeClasses, manifest.name(), manifest.read(NodeReader::ofRuntimeClass), file);
                    case NodeReader.TYPE -> put(nodes, manifest.name(), NodeReader.read(manifest), file);
                    default -> NodeReader.nodePool(manifest).ifPresent(pool -> put(nodePools, pool.name(), pool, file));
                }
            } catch (InvalidManifestException wrong) {
                addBroken(cannotBeUsed(manifest, wrong.problem()));
            }
        }

        private void addNamespace(String file, Manifest manifest) throws InvalidManifestException {
            NamespaceFacts namespace = NamespaceReader.read(manifest, rules);
            namespace
                    .problems()
                    .forEach(problem -> problems.add(new ManifestProblem(manifest.place(), "", problem.sentence())));
            put(namespaces, namespace.name(), namespace, file);
        }

        private static ManifestProblem cannotBeUsed(Manifest manifest, ManifestProblem problem) {
            return new ManifestProblem(
                    manifest.place(),
                    "",
                    manifest.kind() + " " + manifest.name() + " cannot be used: " + problem.what());
        }

        private void addPolicy(String file, Manifest manifest) {
            CheckedPolicy checked = PolicyReader.read(manifest.object(), rules);
            if (checked.policy() != null) {
                put(policies, manifest.name(), checked.policy(), file);
                return;
            }
            rejected++;
            checked.problems().forEach(problem -> addBroken(cannotBeUsed(manifest, problem)));
        }

        private <T> void put(Map<String, T> byName, String name, T object, String file) {
            if (byName.putIfAbsent(name, object) != null) {
                problems.add(new ManifestProblem(
                        Place.wholeFile(file),
                        name,
                        "is there more than once, and the first one counts: remove one of them"));
            }
        }

        PolicyFiles together(
                Map<String, RememberedPool> remembered, Map<String, Policy> earlier, boolean nodePoolsRead) {
            List<Policy> pooled = new ArrayList<>();
            for (Policy policy : policies.values()) {
                Pool pool = policy.pool();
                Policy known = pool == null
                        ? policy
                        : policy.withPoolOf(
                                nodes.values(),
                                nodePoolsRead ? nodePools.values() : null,
                                memory(pool, remembered.get(policy.name()), earlier.get(policy.name())));
                String problem = known.poolProblem();
                if (problem != null) {
                    problems.add(ManifestProblem.of("", "TolerationPolicy/" + policy.name() + ": " + problem));
                }
                pooled.add(known);
            }
            return new PolicyFiles(
                    new Snapshot(PolicySet.of(pooled), Map.copyOf(namespaces), Map.copyOf(nodes))
                            .with(Map.copyOf(runtimeClasses)),
                    List.copyOf(nodePools.values()),
                    rejected,
                    List.copyOf(problems));
        }

        private static Memory memory(Pool pool, @Nullable RememberedPool stored, @Nullable Policy earlier) {
            if (stored != null && stored.isOf(pool)) {
                return stored.memory(pool);
            }
            return earlier == null ? Memory.NONE : earlier.memory(pool);
        }
    }
}
