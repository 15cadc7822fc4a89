package dev.tolerant.engine.crd;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what counts of a Node, of a NodePool of Karpenter and of a RuntimeClass. */
public final class NodeReader {
    public static final String TYPE = "v1/Node";
    public static final String NODE_POOL = "karpenter.sh/v1/NodePool";
    public static final String RUNTIME_CLASS = "node.k8s.io/v1/RuntimeClass";
    private static final String EFFECTS = "must be NoSchedule, PreferNoSchedule or NoExecute";
    private static final int MAX_COMPACT = 64;

    private NodeReader() {}

    /** In the same order; each must be a v1 Node. */
    public static List<Node> read(List<Manifest> manifests) throws InvalidManifestException {
        List<Node> nodes = new ArrayList<>();
        for (Manifest manifest : manifests) {
            nodes.add(read(manifest));
        }
        return List.copyOf(nodes);
    }

    /** Fails, with the field, on what an API server would not accept. */
    public static Node read(Manifest manifest) throws InvalidManifestException {
        require(manifest, TYPE, "v1 Node");
        return manifest.read(node -> read(manifest.name(), node));
    }

    private static void require(Manifest manifest, String type, String words) throws InvalidManifestException {
        if (!manifest.type().equals(type)) {
            throw manifest.wrong("it must be a " + words + ", but is '" + manifest.type() + "'");
        }
        if (manifest.name().isEmpty()) {
            throw manifest.wrong("metadata.name", "is missing");
        }
    }

    /** Reads fields that need not say that they are a Node, as in the list of an API server. */
    public static Node read(String name, Fields node) throws UnexpectedJsonException {
        Fields spec = node.object("spec");
        return read(name, node.object("metadata").map("labels"), taints(spec, "taints"), spec.flag("unschedulable"));
    }

    /** Without those of an effect of a later API, which no toleration here knows. */
    static List<Taint> taints(Fields object, String list) throws UnexpectedJsonException {
        List<Taint> taints = new ArrayList<>();
        for (Fields taint : object.present(list)) {
            Effect effect = Effect.of(taint.text("effect"));
            if (effect == Effect.ANY) {
                throw taint.wrong("effect", EFFECTS);
            }
            Taint read = new Taint(
                    taint.required("key").intern(), taint.text("value").intern(), effect);
            if (effect != Effect.UNKNOWN) {
                taints.add(read);
            }
        }
        return taints;
    }

    /** Fails on the first unknown effect of a Node or a NodePool, which {@link #read} skips. */
    public static void checkEffects(Manifest manifest) throws InvalidManifestException {
        manifest.read(object -> {
            Fields spec = object.object("spec");
            Fields holder =
                    manifest.type().equals(NODE_POOL) ? spec.object("template").object("spec") : spec;
            for (String list : List.of("taints", "startupTaints")) {
                for (Fields taint : holder.present(list)) {
                    if (Effect.of(taint.text("effect")) == Effect.UNKNOWN) {
                        throw taint.wrong("effect", EFFECTS);
                    }
                }
            }
            return object;
        });
    }

    /** The tolerations of a RuntimeClass, which the API server gives new pods that name it; an omitted operator stays so. */
    public static List<Toleration> ofRuntimeClass(Fields runtimeClass) throws UnexpectedJsonException {
        return List.copyOf(runtimeClass.object("scheduling").list("tolerations", PodReader::toleration));
    }

    /** Adds the taint that {@code spec.unschedulable} implies. */
    public static Node read(String name, Map<String, String> labels, List<Taint> taints, boolean unschedulable) {
        List<Taint> all = new ArrayList<>(taints);
        // The scheduler reads the flag itself, and requires a toleration of exactly this taint (NodeUnschedulable).
        if (unschedulable && !all.contains(NodeTaints.UNSCHEDULABLE)) {
            all.add(NodeTaints.UNSCHEDULABLE);
        }
        return new Node(name.intern(), compact(labels), List.copyOf(all));
    }

    /** Takes little room: most nodes of a cluster have the same labels, and a cluster may have many nodes. */
    private static Map<String, String> compact(Map<String, String> labels) {
        Map<String, String> shared = new HashMap<>();
        // The API server reads a label that is null as an empty one.
        labels.forEach((key, value) -> shared.put(key.intern(), value == null ? "" : value.intern()));
        // The JDK's compact maps take time quadratic in the keys that share a hash, which kubelets can choose.
        return shared.size() <= MAX_COMPACT ? Map.copyOf(shared) : Collections.unmodifiableMap(shared);
    }

    /** Fails as for a node; empty if it is being deleted, for it makes no more nodes. */
    public static Optional<NodePool> nodePool(Manifest manifest) throws InvalidManifestException {
        require(manifest, NODE_POOL, "karpenter.sh/v1 NodePool");
        return manifest.read(nodePool -> {
            if (!nodePool.object("metadata").text("deletionTimestamp").isEmpty()) {
                return Optional.empty();
            }
            Fields template = nodePool.object("spec").object("template");
            Fields spec = template.object("spec");
            if (!spec.isPresent()) {
                throw spec.wrong("is missing");
            }
            return Optional.of(new NodePool(
                    manifest.name(),
                    Map.copyOf(template.object("metadata").map("labels")),
                    requirements(spec),
                    repelling(spec, "taints"),
                    repelling(spec, "startupTaints")));
        });
    }

    /** Without PreferNoSchedule, which keeps no pod off. */
    private static List<Taint> repelling(Fields spec, String list) throws UnexpectedJsonException {
        return taints(spec, list).stream()
                .filter(taint -> taint.effect() != Effect.PREFER_NO_SCHEDULE)
                .toList();
    }

    private static List<Requirement> requirements(Fields spec) throws UnexpectedJsonException {
        return List.copyOf(spec.list("requirements", each -> {
            // Karpenter has operators that label selectors do not have, and may get more: the rest of the NodePool
            // counts.
            Requirement requirement =
                    new Requirement(each.required("key"), Operator.of(each.required("operator")), each.texts("values"));
            if (requirement.operator() == Operator.IN && requirement.values().isEmpty()) {
                throw each.wrong("values", "must have a value");
            }
            return requirement;
        }));
    }
}
