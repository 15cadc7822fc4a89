package dev.tolerant.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The content of the page's editors.
 *
 * @param pods pods, workloads and captured reviews, as YAML or JSON
 * @param policies policies and namespaces as YAML or JSON; null for those in force
 * @param settings as the text of a {@code .properties} file
 */
record Attempt(String pods, @Nullable String policies, String settings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Attempt read(byte[] body) throws InvalidException {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (IOException notJson) {
            throw new InvalidException("the body is not JSON");
        }
        if (json == null || !json.isObject()) {
            throw new InvalidException("the body must be a JSON object with pods, policies and settings");
        }
        return new Attempt(
                text(json, "pods"),
                json.path("policies").isNull() ? null : text(json, "policies"),
                text(json, "settings"));
    }

    private static String text(JsonNode json, String field) throws InvalidException {
        if (!json.path(field).isTextual()) {
            throw new InvalidException(field + " must be a string");
        }
        return json.get(field).textValue();
    }

    /** A request of the page that is not in its form; the message is a sentence. */
    static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message, null, false, false);
        }
    }
}
