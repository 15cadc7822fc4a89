package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.manifest.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The schema of TolerationPolicy's CRD; finds everything in a policy that does not fit, with the values that do. */
final class PolicySchema {
    static final String REQUIRED = "is required";

    private static final JsonNode SCHEMA = read();

    private final List<Problem> problems = new ArrayList<>();

    private PolicySchema() {}

    private static JsonNode read() {
        try (InputStream crd = PolicySchema.class.getResourceAsStream("/schema/crd.yaml")) {
            return new YAMLMapper()
                    .readTree(Objects.requireNonNull(crd))
                    .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** What in the spec of a policy does not fit, in the order of its fields. */
    static List<Problem> problems(JsonNode policy) {
        PolicySchema check = new PolicySchema();
        if (policy.has("spec")) {
            check.check(policy.get("spec"), SCHEMA, "spec");
        } else {
            check.problem("spec", REQUIRED);
        }
        return List.copyOf(check.problems);
    }

    private void check(JsonNode value, JsonNode schema, String path) {
        String type = type(value, schema);
        if (type.isEmpty()) {
            problem(path, "must be " + wanted(schema) + ", but is " + found(value));
            return;
        }
        switch (type) {
            case "object" -> checkObject(value, schema, path);
            case "array" -> checkList(value, schema, path);
            case "string" -> checkText(value.asText(), schema, path);
            case "integer" -> checkNumber(value, schema, path);
            default -> {}
        }
    }

    private void checkObject(JsonNode value, JsonNode schema, String path) {
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.asText())) {
                problem(path + "." + name.asText(), REQUIRED);
            }
        }
        atMost(value.size(), schema.path("maxProperties"), path, "entries");
        value.properties().forEach(field -> {
            String at = path + "." + field.getKey();
            JsonNode known = schema.has("additionalProperties")
                    ? schema.get("additionalProperties")
                    : schema.path("properties").path(field.getKey());
            if (known.isMissingNode() && !schema.has("x-kubernetes-preserve-unknown-fields")) {
                problem(at, "is not a field of the API; there are " + names(schema));
            } else if (!known.isMissingNode()) {
                check(field.getValue(), known, at);
            }
        });
    }

    private static String names(JsonNode schema) {
        List<String> names = new ArrayList<>();
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        // A rule refuses these, which are fields so that the API server does not drop them unsaid.
        schema.path("x-kubernetes-validations")
                .forEach(rule ->
                        names.removeIf(name -> rule.path("rule").asText().equals("!has(self." + name + ")")));
        return String.join(", ", names);
    }

    private void checkList(JsonNode value, JsonNode schema, String path) {
        atMost(value.size(), schema.path("maxItems"), path, "entries");
        for (int i = 0; i < value.size(); i++) {
            check(value.get(i), schema.path("items"), path + "[" + i + "]");
        }
    }

    private void checkText(String text, JsonNode schema, String path) {
        if (schema.has("enum")) {
            String allowed = StreamSupport.stream(schema.get("enum").spliterator(), false)
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(", "));
            if (!List.of(allowed.split(", ")).contains(text)) {
                problem(path, "must be one of " + allowed);
            }
        }
        atMost(text.codePointCount(0, text.length()), schema.path("maxLength"), path, "characters");
        if (text.codePointCount(0, text.length()) < schema.path("minLength").asInt()) {
            problem(path, "must not be shorter than " + schema.get("minLength") + " characters");
        }
        String pattern = schema.path("pattern").asText();
        if (!Pattern.compile(pattern).matcher(text).find()) {
            problem(
                    path,
                    isIntOrString(schema)
                            ? "must be " + wanted(schema)
                            : "is '" + text + "', which does not match " + pattern);
        }
    }

    private void checkNumber(JsonNode value, JsonNode schema, String path) {
        JsonNode minimum = schema.path("minimum");
        JsonNode maximum = schema.path("maximum");
        boolean fits = value.canConvertToLong()
                && (minimum.isMissingNode() || value.asLong() >= minimum.asLong())
                && (maximum.isMissingNode() || value.asLong() <= maximum.asLong());
        if (!fits) {
            problem(path, "must be " + wanted(schema));
        }
    }

    private void atMost(int size, JsonNode limit, String path, String noun) {
        if (limit.isNumber() && size > limit.asInt()) {
            problem(path, "has " + size + " " + noun + ", but may have at most " + limit);
        }
    }

    /** The type that the value has of those that the schema allows; empty if it has none of them. */
    private static String type(JsonNode value, JsonNode schema) {
        if (isIntOrString(schema)) {
            return value.isTextual() ? "string" : value.isIntegralNumber() ? "integer" : "";
        }
        String type = schema.path("type").asText();
        boolean has = switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            default -> throw new IllegalStateException("the schema has the type " + type);
        };
        return has ? type : "";
    }

    private static boolean isIntOrString(JsonNode schema) {
        return schema.path("x-kubernetes-int-or-string").asBoolean();
    }

    private static String wanted(JsonNode schema) {
        if (isIntOrString(schema)) {
            return "a whole number of seconds from " + schema.path("minimum").asLong() + ", or Never";
        }
        return switch (schema.path("type").asText()) {
            case "object" -> "an object";
            case "array" -> "a list";
            case "string" -> "a string";
            case "boolean" -> "true or false";
            default ->
                "a whole number"
                        + (schema.has("minimum") ? " from " + schema.get("minimum") : "")
                        + (schema.has("maximum") ? " to " + schema.get("maximum") : "");
        };
    }

    private static String found(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a string";
            case BOOLEAN -> value.asText();
            case NUMBER -> value.asText();
            default -> "null";
        };
    }

    private void problem(String path, String message) {
        problems.add(Problem.of(path, message));
    }
}
