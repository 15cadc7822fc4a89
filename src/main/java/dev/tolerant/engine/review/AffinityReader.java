package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.json.UnexpectedJsonException.TooMuchJsonException;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.NodeAffinity.Depth;
import dev.tolerant.engine.model.Requirement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a pod's node affinity, and skips the rest of its affinity. */
final class AffinityReader {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String NODE_AFFINITY = "spec.affinity.nodeAffinity";
    private static final String TERMS = NODE_AFFINITY + "." + REQUIRED + ".nodeSelectorTerms";

    private static final String PREFERENCES = NODE_AFFINITY + "." + PREFERRED;

    /** A policy may add its requirements to each, or look for its preference among them. */
    private static final int MAX_TERMS = 250;

    private static final FieldNames AFFINITY_FIELDS = FieldNames.of("nodeAffinity");
    private static final FieldNames NODE_AFFINITY_FIELDS = FieldNames.of(REQUIRED, PREFERRED);
    private static final FieldNames REQUIRED_FIELDS = FieldNames.of("nodeSelectorTerms");
    private static final FieldNames PREFERENCE_FIELDS = FieldNames.of("weight", "preference");
    private static final FieldNames TERM_FIELDS = FieldNames.of("matchExpressions", "matchFields");
    private static final FieldNames REQUIREMENT_FIELDS = FieldNames.of("key", "operator", "values");

    private AffinityReader() {}

    static NodeAffinity read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject("spec.affinity")) {
            return NodeAffinity.NONE;
        }
        NodeAffinity affinity = new NodeAffinity(Depth.AFFINITY, List.of(), List.of());
        while (json.nextField(AFFINITY_FIELDS) != null) {
            affinity = readNodeAffinity(json);
        }
        return affinity;
    }

    private static NodeAffinity readNodeAffinity(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(NODE_AFFINITY)) {
            return new NodeAffinity(Depth.AFFINITY, List.of(), List.of());
        }
        @Nullable List<NodeAffinity.Term> required = null;
        List<NodeAffinity.Preference> preferred = List.of();
        for (String field = json.nextField(NODE_AFFINITY_FIELDS);
                field != null;
                field = json.nextField(NODE_AFFINITY_FIELDS)) {
            switch (field) {
                case REQUIRED -> required = readRequired(json);
                case PREFERRED -> preferred = readPreferences(json);
            }
        }
        return required == null
                ? new NodeAffinity(Depth.NODE_AFFINITY, List.of(), preferred)
                : new NodeAffinity(Depth.REQUIRED, required, preferred);
    }

    private static @Nullable List<NodeAffinity.Term> readRequired(JsonCursor json)
            throws IOException, UnexpectedJsonException {
        if (!json.enterObject(NODE_AFFINITY + "." + REQUIRED)) {
            return null;
        }
        List<NodeAffinity.Term> terms = List.of();
        while (json.nextField(REQUIRED_FIELDS) != null) {
            terms = readTerms(json);
        }
        return terms;
    }

    private static List<NodeAffinity.Preference> readPreferences(JsonCursor json)
            throws IOException, UnexpectedJsonException {
        List<NodeAffinity.Preference> preferences = new ArrayList<>();
        if (json.enterArray(PREFERENCES)) {
            while (json.nextElement(PREFERENCES)) {
                if (preferences.size() == MAX_TERMS) {
                    throw tooMany(PREFERENCES);
                }
                preferences.add(readPreference(json));
            }
        }
        return preferences;
    }

    private static NodeAffinity.Preference readPreference(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(PREFERENCES + "[]")) {
            throw json.wrongType(PREFERENCES + "[]", "an object");
        }
        long weight = 0;
        NodeAffinity.Term term = new NodeAffinity.Term(List.of(), List.of());
        for (String field = json.nextField(PREFERENCE_FIELDS);
                field != null;
                field = json.nextField(PREFERENCE_FIELDS)) {
            switch (field) {
                case "weight" -> weight = weight(json);
                case "preference" -> term = readTerm(json, PREFERENCES + "[].preference");
            }
        }
        return new NodeAffinity.Preference(weight, term);
    }

    private static long weight(JsonCursor json) throws IOException, UnexpectedJsonException {
        Long weight = json.integer(PREFERENCES + "[].weight");
        return weight == null ? 0 : weight;
    }

    private static TooMuchJsonException tooMany(String path) {
        return new TooMuchJsonException(path, "has more than " + MAX_TERMS + " entries; remove some of them");
    }

    private static List<NodeAffinity.Term> readTerms(JsonCursor json) throws IOException, UnexpectedJsonException {
        List<NodeAffinity.Term> terms = new ArrayList<>();
        if (json.enterArray(TERMS)) {
            while (json.nextElement(TERMS)) {
                if (terms.size() == MAX_TERMS) {
                    throw tooMany(TERMS);
                }
                terms.add(readTerm(json, TERMS + "[]"));
            }
        }
        return terms;
    }

    private static NodeAffinity.Term readTerm(JsonCursor json, String path)
            throws IOException, UnexpectedJsonException {
        if (!json.enterObject(path)) {
            throw json.wrongType(path, "an object");
        }
        List<Requirement> expressions = List.of();
        List<Requirement> fields = List.of();
        for (String field = json.nextField(TERM_FIELDS); field != null; field = json.nextField(TERM_FIELDS)) {
            switch (field) {
                case "matchExpressions" -> expressions = readRequirements(json, path + ".matchExpressions");
                case "matchFields" -> fields = readRequirements(json, path + ".matchFields");
            }
        }
        return new NodeAffinity.Term(expressions, fields);
    }

    private static List<Requirement> readRequirements(JsonCursor json, String path)
            throws IOException, UnexpectedJsonException {
        List<Requirement> requirements = new ArrayList<>();
        if (json.enterArray(path)) {
            while (json.nextElement(path)) {
                requirements.add(readRequirement(json, path + "[]"));
            }
        }
        return requirements;
    }

    private static Requirement readRequirement(JsonCursor json, String path)
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
        return new Requirement(key, Requirement.Operator.of(operator), values);
    }
}
