package dev.tolerant.engine.crd;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Requirement.Operator;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what counts of a NodePool of Karpenter: its name, and the labels, requirements and taints of its template. */
public final class NodePoolReader {
    /** What a NodePool is in a file. */
    public static final String TYPE = "karpenter.sh/v1/NodePool";

    private NodePoolReader() {}

    /**
     * The NodePool of a manifest; empty if it is being deleted, for it makes no more nodes.
     *
     * @throws InvalidManifestException if it is no karpenter.sh/v1 NodePool, or a field has a value that the API refuses
     */
    public static Optional<NodePool> read(Manifest manifest) throws InvalidManifestException {
        if (!manifest.type().equals(TYPE)) {
            throw manifest.wrong("it must be a karpenter.sh/v1 NodePool, but is '" + manifest.type() + "'");
        }
        if (manifest.name().isEmpty()) {
            throw manifest.wrong("metadata.name", "is missing");
        }
        try {
            Fields nodePool = Fields.of(manifest.object());
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
                    taints(spec, "taints"),
                    taints(spec, "startupTaints")));
        } catch (UnexpectedJsonException wrong) {
            throw manifest.wrong(wrong.path(), wrong.problem());
        }
    }

    /** Without PreferNoSchedule, which keeps no pod off. */
    private static List<Taint> taints(Fields spec, String list) throws UnexpectedJsonException {
        return NodeReader.taints(spec, list).stream()
                .filter(taint -> taint.effect() != Effect.PREFER_NO_SCHEDULE)
                .toList();
    }

    private static List<Requirement> requirements(Fields spec) throws UnexpectedJsonException {
        List<Requirement> requirements = new ArrayList<>();
        for (Fields each : spec.present("requirements")) {
            // Karpenter has operators that label selectors do not have, and may get more: the rest of the NodePool
            // counts.
            Requirement requirement =
                    new Requirement(each.required("key"), Operator.of(each.required("operator")), each.texts("values"));
            if (requirement.operator() == Operator.IN && requirement.values().isEmpty()) {
                throw each.wrong("values", "must have a value");
            }
            requirements.add(requirement);
        }
        return List.copyOf(requirements);
    }
}
