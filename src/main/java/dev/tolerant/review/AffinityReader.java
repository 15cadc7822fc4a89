package dev.tolerant.review;

import dev.tolerant.core.pod.NodeAffinity;
import dev.tolerant.core.pod.NodeAffinity.Depth;
import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.json.FieldNames;
import dev.tolerant.json.JsonCursor;
import dev.tolerant.json.TooMuchJsonException;
import dev.tolerant.json.UnexpectedJsonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a pod's required node affinity, and skips the rest of its affinity. */
final class AffinityReader {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String NODE_AFFINITY = "spec.affinity.nodeAffinity";
    private static final String TERMS = NODE_AFFINITY + "." + REQUIRED + ".nodeSelectorTerms";

    /** A policy may add its requirements to each. */
    private static final int MAX_TERMS = 250;

    private static final FieldNames AFFINITY_FIELDS = FieldNames.of("nodeAffinity");
    private static final FieldNames NODE_AFFINITY_FIELDS = FieldNames.of(REQUIRED);
    private static final FieldNames REQUIRED_FIELDS = FieldNames.of("nodeSelectorTerms");
    private static final FieldNames TERM_FIELDS = FieldNames.of("matchExpressions", "matchFields");
    private static final FieldNames REQUIREMENT_FIELDS = FieldNames.of("key", "operator", "values");

    private AffinityReader() {}

    static NodeAffinity read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject("spec.affinity")) {
            return NodeAffinity.NONE;
        }
        NodeAffinity affinity = new NodeAffinity(Depth.AFFINITY, List.of());
        while (json.nextField(AFFINITY_FIELDS) != null) {
            affinity = readNodeAffinity(json);
        }
        return affinity;
    }

    private static NodeAffinity readNodeAffinity(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(NODE_AFFINITY)) {
            return new NodeAffinity(Depth.AFFINITY, List.of());
        }
        NodeAffinity affinity = new NodeAffinity(Depth.NODE_AFFINITY, List.of());
        while (json.nextField(NODE_AFFINITY_FIELDS) != null) {
            affinity = readRequired(json);
        }
        return affinity;
    }

    private static NodeAffinity readRequired(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(NODE_AFFINITY + "." + REQUIRED)) {
            return new NodeAffinity(Depth.NODE_AFFINITY, List.of());
        }
        List<NodeAffinity.Term> terms = List.of();
        while (json.nextField(REQUIRED_FIELDS) != null) {
            terms = readTerms(json);
        }
        return new NodeAffinity(Depth.REQUIRED, terms);
    }

    private static List<NodeAffinity.Term> readTerms(JsonCursor json) throws IOException, UnexpectedJsonException {
        List<NodeAffinity.Term> terms = new ArrayList<>();
        if (json.enterArray(TERMS)) {
            while (json.nextElement(TERMS)) {
                if (terms.size() == MAX_TERMS) {
                    throw new TooMuchJsonException(
                            TERMS, "has more than " + MAX_TERMS + " entries; remove some of them");
                }
                terms.add(readTerm(json));
            }
        }
        return terms;
    }

    private static NodeAffinity.Term readTerm(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(TERMS + "[]")) {
            throw json.wrongType(TERMS + "[]", "an object");
        }
        List<NodeRequirement> expressions = List.of();
        List<NodeRequirement> fields = List.of();
        for (String field = json.nextField(TERM_FIELDS); field != null; field = json.nextField(TERM_FIELDS)) {
            switch (field) {
                case "matchExpressions" -> expressions = readRequirements(json, TERMS + "[].matchExpressions");
                case "matchFields" -> fields = readRequirements(json, TERMS + "[].matchFields");
            }
        }
        return new NodeAffinity.Term(expressions, fields);
    }

    private static List<NodeRequirement> readRequirements(JsonCursor json, String path)
            throws IOException, UnexpectedJsonException {
        List<NodeRequirement> requirements = new ArrayList<>();
        if (json.enterArray(path)) {
            while (json.nextElement(path)) {
                requirements.add(readRequirement(json, path + "[]"));
            }
        }
        return requirements;
    }

    private static NodeRequirement readRequirement(JsonCursor json, String path)
            throws IOException, UnexpectedJsonException {
        if (!json.enterObject(path)) {
            throw json.wrongType(path, "an object");
        }
        String key = "";
        String operator = "";
        List<String> values = List.of();
        for (String field = json.nextField(REQUIREMENT_FIELDS);
                field != null;
                field = json.nextField(REQUIREMENT_FIELDS)) {
            switch (field) {
                case "key" -> key = json.text(path + ".key");
                case "operator" -> operator = json.text(path + ".operator");
                case "values" -> values = json.list(path + ".values");
            }
        }
        return new NodeRequirement(key, operator, values);
    }
}
