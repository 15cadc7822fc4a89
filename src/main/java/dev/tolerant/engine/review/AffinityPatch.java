package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tolerant.engine.model.Change;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.NodeAffinity.NodePreference;
import dev.tolerant.engine.model.Requirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds to a pod's node affinity, beginning at the innermost part that the pod has. */
final class AffinityPatch {
    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String EXPRESSIONS = "matchExpressions";

    private final JsonGenerator json;
    private final PatchOperations operations;
    private final String affinityPath;
    private final String nodeAffinityPath;
    private final Map<Integer, List<Requirement>> required = new TreeMap<>();
    private final List<NodePreference> preferred = new ArrayList<>(0);

    /**
     * @param path the pointer to the pod's affinity
     * @param changes of which this writes those that are about node affinity
     */
    AffinityPatch(JsonGenerator json, PatchOperations operations, String path, List<Change> changes) {
        this.json = json;
        this.operations = operations;
        this.affinityPath = path;
        this.nodeAffinityPath = affinityPath + "/" + NODE_AFFINITY;
        for (Change change : changes) {
            if (change instanceof Change.RequireNodes require) {
                required.computeIfAbsent(require.term(), any -> new ArrayList<>())
                        .add(require.requirement());
            } else if (change instanceof Change.PreferNodes prefer) {
                preferred.add(prefer.preference());
            }
        }
    }

    /** Writes the operations, of which there is at least one. */
    void write(NodeAffinity affinity) throws IOException {
        switch (affinity.depth()) {
            case NONE -> {
                operations.startAdd(affinityPath);
                json.writeStartObject();
                json.writeFieldName(NODE_AFFINITY);
                writeNodeAffinity();
                json.writeEndObject();
                operations.endAdd();
            }
            case AFFINITY -> {
                operations.startAdd(nodeAffinityPath);
                writeNodeAffinity();
                operations.endAdd();
            }
            case NODE_AFFINITY, REQUIRED -> {
                writeRequired(affinity);
                writePreferred(affinity);
            }
        }
    }

    private void writeNodeAffinity() throws IOException {
        json.writeStartObject();
        if (!required.isEmpty()) {
            json.writeFieldName(REQUIRED);
            writeFirstTerm();
        }
        if (!preferred.isEmpty()) {
            json.writeFieldName(PREFERRED);
            writePreferences();
        }
        json.writeEndObject();
    }

    private void writeRequired(NodeAffinity affinity) throws IOException {
        if (required.isEmpty()) {
            return;
        }
        String path = nodeAffinityPath + "/" + REQUIRED;
        if (affinity.depth() != NodeAffinity.Depth.REQUIRED) {
            operations.startAdd(path);
            writeFirstTerm();
            operations.endAdd();
            return;
        }
        for (Map.Entry<Integer, List<Requirement>> term : required.entrySet()) {
            boolean empty =
                    affinity.terms().get(term.getKey()).matchExpressions().isEmpty();
            writeIntoTerm(path + "/" + TERMS + "/" + term.getKey() + "/" + EXPRESSIONS, empty, term.getValue());
        }
    }

    private void writeIntoTerm(String expressions, boolean empty, List<Requirement> requirements) throws IOException {
        if (empty) {
            operations.startAdd(expressions);
            writeAll(requirements);
            operations.endAdd();
            return;
        }
        for (Requirement requirement : requirements) {
            operations.startAdd(expressions + "/-");
            writeOne(requirement);
            operations.endAdd();
        }
    }

    private void writePreferred(NodeAffinity affinity) throws IOException {
        if (preferred.isEmpty()) {
            return;
        }
        String path = nodeAffinityPath + "/" + PREFERRED;
        if (affinity.preferred().isEmpty()) {
            operations.startAdd(path);
            writePreferences();
            operations.endAdd();
            return;
        }
        for (NodePreference preference : preferred) {
            operations.startAdd(path + "/-");
            writePreference(preference);
            operations.endAdd();
        }
    }

    private void writeFirstTerm() throws IOException {
        json.writeStartObject();
        json.writeFieldName(TERMS);
        json.writeStartArray();
        writeTerm(required.getOrDefault(0, List.of()));
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writePreferences() throws IOException {
        json.writeStartArray();
        for (NodePreference preference : preferred) {
            writePreference(preference);
        }
        json.writeEndArray();
    }

    private void writePreference(NodePreference preference) throws IOException {
        json.writeStartObject();
        json.writeNumberField("weight", preference.weight());
        json.writeFieldName("preference");
        writeTerm(preference.requirements());
        json.writeEndObject();
    }

    private void writeTerm(List<Requirement> requirements) throws IOException {
        json.writeStartObject();
        json.writeFieldName(EXPRESSIONS);
        writeAll(requirements);
        json.writeEndObject();
    }

    private void writeAll(List<Requirement> requirements) throws IOException {
        json.writeStartArray();
        for (Requirement requirement : requirements) {
            writeOne(requirement);
        }
        json.writeEndArray();
    }

    private void writeOne(Requirement requirement) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", requirement.key());
        json.writeStringField("operator", requirement.operator().text());
        if (!requirement.values().isEmpty()) {
            json.writeFieldName("values");
            json.writeStartArray();
            for (String value : requirement.values()) {
                json.writeString(value);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
