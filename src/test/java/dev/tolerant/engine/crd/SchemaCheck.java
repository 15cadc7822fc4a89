package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;

/** Checks an object as an API server does that has the CRD: first the schema, then the rules. */
public final class SchemaCheck {
    /** By the path of the place; compiling them takes longer than checking an object. */
    private static final Map<String, ValidationRules> RULES = new ConcurrentHashMap<>();

    private final List<String> violations = new ArrayList<>();

    private SchemaCheck() {}

    /** What an API server would say against the object, each with the place. */
    public static List<String> violations(JsonNode object) {
        SchemaCheck check = new SchemaCheck();
        check.check(object, SchemaNode.root(), "");
        return check.violations;
    }

    private void check(JsonNode value, SchemaNode node, String place) {
        if (node.isIntOrString()) {
            checkIntOrString(value, node.schema(), place);
            return;
        }
        if (!hasType(value, node.type())) {
            violations.add(place + ": Invalid value: must be of type " + node.type());
            return;
        }
        int before = violations.size();
        switch (node.type()) {
            case "object" -> checkObject(value, node, place);
            case "array" -> checkArray(value, node, place);
            case "string" -> checkText(value.asText(), node.schema(), place);
            default -> checkNumber(value, node.schema(), place);
        }
        if (violations.size() == before) {
            RULES.computeIfAbsent(node.path(), path -> new ValidationRules(node))
                    .violations(value)
                    .forEach(message -> violations.add(place + ": Invalid value: " + message));
        }
    }

    /** A number is held to the limits of numbers and a text to those of texts, as OpenAPI has it. */
    private void checkIntOrString(JsonNode value, JsonNode schema, String place) {
        if (value.isTextual()) {
            checkText(value.asText(), schema, place);
        } else if (value.isIntegralNumber()) {
            checkNumber(value, schema, place);
        } else {
            violations.add(place + ": Invalid value: must be an integer or a string");
        }
    }

    private void checkObject(JsonNode value, SchemaNode node, String place) {
        node.schema().path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                violations.add(below(place, name.asText()) + ": Required value");
            }
        });
        atMost(value.size(), node.schema().path("maxProperties"), place);
        Map<String, SchemaNode> fields = node.fields();
        value.properties().forEach(field -> {
            SchemaNode known = node.isMap() ? node.values() : fields.get(field.getKey());
            if (known != null) {
                check(field.getValue(), known, below(place, field.getKey()));
            } else if (!place.isEmpty() && !node.schema().has("x-kubernetes-preserve-unknown-fields")) {
                violations.add(below(place, field.getKey()) + ": unknown field");
            }
        });
    }

    private void checkArray(JsonNode value, SchemaNode node, String place) {
        atMost(value.size(), node.schema().path("maxItems"), place);
        for (int i = 0; i < value.size(); i++) {
            check(value.get(i), node.items(), place + "[" + i + "]");
        }
        node.schema()
                .path("x-kubernetes-list-map-keys")
                .forEach(key -> checkKey(value.findValuesAsText(key.asText()), place));
    }

    private void checkKey(List<String> values, String place) {
        if (values.size() != Set.copyOf(values).size()) {
            violations.add(place + ": Duplicate value");
        }
    }

    private void checkText(String text, JsonNode schema, String place) {
        atMost(text.length(), schema.path("maxLength"), place);
        if (text.length() < schema.path("minLength").asInt()) {
            violations.add(place + ": Too short");
        }
        if (schema.has("pattern")
                && !Pattern.compile(schema.get("pattern").asText())
                        .matcher(text)
                        .matches()) {
            violations.add(place + ": Invalid value: should match " + schema.get("pattern"));
        }
        if (schema.path("format").asText().equals("date-time") && !isTime(text)) {
            violations.add(place + ": Invalid value: must be of type date-time");
        }
        if (schema.has("enum")
                && StreamSupport.stream(schema.get("enum").spliterator(), false)
                        .noneMatch(choice -> choice.asText().equals(text))) {
            violations.add(place + ": Unsupported value: supported values: " + schema.get("enum"));
        }
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeParseException noTime) {
            return false;
        }
    }

    private void checkNumber(JsonNode value, JsonNode schema, String place) {
        if (schema.has("minimum") && value.asLong() < schema.get("minimum").asLong()) {
            violations.add(place + ": Too small");
        }
        if (schema.has("maximum") && value.asLong() > schema.get("maximum").asLong()) {
            violations.add(place + ": Too large");
        }
    }

    private void atMost(int size, JsonNode limit, String place) {
        if (limit.isNumber() && size > limit.asInt()) {
            violations.add(place + ": Too many or too long: must have at most " + limit);
        }
    }

    private static boolean hasType(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            default -> throw new AssertionError("unknown type " + type);
        };
    }

    private static String below(String place, String field) {
        return place.isEmpty() ? field : place + "." + field;
    }
}
