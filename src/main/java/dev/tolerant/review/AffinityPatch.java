package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tolerant.core.decision.Change;
import dev.tolerant.core.pod.NodeAffinity;
import dev.tolerant.core.pod.NodeRequirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds requirements to a pod's required node affinity, beginning at the innermost part that the pod has. */
final class AffinityPatch {
    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String EXPRESSIONS = "matchExpressions";

    private final JsonGenerator json;
    private final PatchOperations operations;
    private final String affinityPath;
    private final String nodeAffinityPath;
    private final String requiredPath;

    /** @param path the pointer to the pod's affinity */
    AffinityPatch(JsonGenerator json, PatchOperations operations, String path) {
        this.json = json;
        this.operations = operations;
        this.affinityPath = path;
        this.nodeAffinityPath = affinityPath + "/" + NODE_AFFINITY;
        this.requiredPath = nodeAffinityPath + "/" + REQUIRED;
    }

    /** Writes the operations for those of the changes that require nodes, of which there is at least one. */
    void write(NodeAffinity affinity, List<Change> changes) throws IOException {
        Map<Integer, List<NodeRequirement>> byTerm = byTerm(changes);
        if (affinity.depth() != NodeAffinity.Depth.REQUIRED) {
            writeFirstTerm(affinity.depth(), byTerm.getOrDefault(0, List.of()));
            return;
        }
        for (Map.Entry<Integer, List<NodeRequirement>> term : byTerm.entrySet()) {
            boolean empty =
                    affinity.terms().get(term.getKey()).matchExpressions().isEmpty();
            writeIntoTerm(requiredPath + "/" + TERMS + "/" + term.getKey() + "/" + EXPRESSIONS, empty, term.getValue());
        }
    }

    private static Map<Integer, List<NodeRequirement>> byTerm(List<Change> changes) {
        Map<Integer, List<NodeRequirement>> byTerm = new TreeMap<>();
        for (Change change : changes) {
            if (change instanceof Change.RequireNodes required) {
                byTerm.computeIfAbsent(required.term(), any -> new ArrayList<>())
                        .add(required.requirement());
            }
        }
        return byTerm;
    }

    private void writeIntoTerm(String expressions, boolean empty, List<NodeRequirement> requirements)
            throws IOException {
        if (empty) {
            operations.startAdd(expressions);
            writeAll(requirements);
            operations.endAdd();
            return;
        }
        for (NodeRequirement requirement : requirements) {
            operations.startAdd(expressions + "/-");
            writeOne(requirement);
            operations.endAdd();
        }
    }

    /** Adds whatever the pod lacks of the way to its required terms, with one term in it. */
    private void writeFirstTerm(NodeAffinity.Depth depth, List<NodeRequirement> requirements) throws IOException {
        switch (depth) {
            case NONE -> {
                operations.startAdd(affinityPath);
                json.writeStartObject();
                json.writeObjectFieldStart(NODE_AFFINITY);
                json.writeFieldName(REQUIRED);
                writeTerms(requirements);
                json.writeEndObject();
                json.writeEndObject();
            }
            case AFFINITY -> {
                operations.startAdd(nodeAffinityPath);
                json.writeStartObject();
                json.writeFieldName(REQUIRED);
                writeTerms(requirements);
                json.writeEndObject();
            }
            case NODE_AFFINITY, REQUIRED -> {
                operations.startAdd(requiredPath);
                writeTerms(requirements);
            }
        }
        operations.endAdd();
    }

    private void writeTerms(List<NodeRequirement> requirements) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart(TERMS);
        json.writeStartObject();
        json.writeFieldName(EXPRESSIONS);
        writeAll(requirements);
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeAll(List<NodeRequirement> requirements) throws IOException {
        json.writeStartArray();
        for (NodeRequirement requirement : requirements) {
            writeOne(requirement);
        }
        json.writeEndArray();
    }

    private void writeOne(NodeRequirement requirement) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", requirement.key());
        json.writeStringField("operator", requirement.operator());
        if (!requirement.values().isEmpty()) {
            json.writeArrayFieldStart("values");
            for (String value : requirement.values()) {
                json.writeString(value);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
