package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Stream;

/** The marks of texts that another program, such as Flux or Helm, replaces before the API server sees the object. */
public final class Placeholder {
    private Placeholder() {}

    public static boolean isIn(JsonNode value) {
        String text = value.toString();
        return Stream.of("{{", "${", "$(").anyMatch(text::contains);
    }

    public static boolean isAt(JsonNode object, String path) {
        return !path.isEmpty() && isAt(object, "", path);
    }

    private static boolean isAt(JsonNode value, String at, String path) {
        // The path may go on within the JSON of an annotation.
        if (at.equals(path) || value.isTextual() && path.startsWith(at)) {
            return isIn(value);
        }
        if (!path.startsWith(at)) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            if (isAt(field.getValue(), at.isEmpty() ? field.getKey() : at + "." + field.getKey(), path)) {
                return true;
            }
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            if (isAt(value.get(i), at + "[" + i + "]", path)) {
                return true;
            }
        }
        return false;
    }
}
