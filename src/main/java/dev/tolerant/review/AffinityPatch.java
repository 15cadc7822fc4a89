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

/** Writes the operations that put requirements into required node affinity, from the innermost part that is there. */
final class AffinityPatch {
    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String EXPRESSIONS = "matchExpressions";

    private AffinityPatch() {}

    static void write(JsonGenerator json, String path, NodeAffinity affinity, List<Change> changes) throws IOException {
        Map<Integer, List<NodeRequirement>> byTerm = byTerm(changes);
        if (byTerm.isEmpty()) {
            return;
        }
        if (affinity.depth() == NodeAffinity.Depth.REQUIRED) {
            String terms = path + "/" + NODE_AFFINITY + "/" + REQUIRED + "/" + TERMS + "/";
            for (Map.Entry<Integer, List<NodeRequirement>> term : byTerm.entrySet()) {
                boolean empty =
                        affinity.terms().get(term.getKey()).matchExpressions().isEmpty();
                writeIntoTerm(json, terms + term.getKey() + "/" + EXPRESSIONS, empty, term.getValue());
            }
            return;
        }
        writeNewTerm(json, path, affinity.depth(), byTerm.getOrDefault(0, List.of()));
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

    private static void writeIntoTerm(
            JsonGenerator json, String expressions, boolean empty, List<NodeRequirement> requirements)
            throws IOException {
        if (empty) {
            PatchWriter.startAdd(json, expressions);
            writeAll(json, requirements);
            json.writeEndObject();
            return;
        }
        for (NodeRequirement requirement : requirements) {
            PatchWriter.startAdd(json, expressions + "/-");
            writeOne(json, requirement);
            json.writeEndObject();
        }
    }

    private static void writeNewTerm(
            JsonGenerator json, String path, NodeAffinity.Depth depth, List<NodeRequirement> requirements)
            throws IOException {
        int levels = depth.ordinal();
        String[] inner = {NODE_AFFINITY, REQUIRED};
        StringBuilder at = new StringBuilder(path);
        for (int i = 0; i < levels; i++) {
            at.append('/').append(inner[i]);
        }
        PatchWriter.startAdd(json, at.toString());
        for (int i = levels; i < inner.length; i++) {
            json.writeStartObject();
            json.writeFieldName(inner[i]);
        }
        json.writeStartObject();
        json.writeArrayFieldStart(TERMS);
        json.writeStartObject();
        json.writeFieldName(EXPRESSIONS);
        writeAll(json, requirements);
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        for (int i = levels; i < inner.length; i++) {
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void writeAll(JsonGenerator json, List<NodeRequirement> requirements) throws IOException {
        json.writeStartArray();
        for (NodeRequirement requirement : requirements) {
            writeOne(json, requirement);
        }
        json.writeEndArray();
    }

    private static void writeOne(JsonGenerator json, NodeRequirement requirement) throws IOException {
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
