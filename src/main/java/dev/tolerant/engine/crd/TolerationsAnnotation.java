package dev.tolerant.engine.crd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A list of tolerations in an annotation: JSON, with field names in any case and unknown fields ignored, because the
 * API server reads it with Go's encoding/json (plugin/pkg/admission/podtolerationrestriction).
 */
final class TolerationsAnnotation {
    // Every review in the namespace pays for each entry, and an annotation has room for ten thousand.
    private static final int MAX_ENTRIES = 250;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private TolerationsAnnotation() {}

    /** A toleration, with its operator and effect as they are written. */
    record Entry(Toleration toleration, String operator, String effect) {
        @Override
        public String toString() {
            return toleration.text(operator.isEmpty() ? Operator.EQUAL.text() : operator, effect);
        }
    }

    /** The entries that can be read; {@code problem} receives a sentence for each of the others, from the verb on. */
    static List<Entry> read(String text, Consumer<String> problem) {
        if (text.isEmpty()) {
            return List.of();
        }
        JsonNode list;
        try {
            list = JSON.readTree(text);
        } catch (JsonProcessingException notJson) {
            problem.accept("is ignored: it is not JSON");
            return List.of();
        }
        if (list.isNull()) {
            return List.of();
        }
        if (!list.isArray()) {
            problem.accept("is ignored: it must be a JSON list of tolerations");
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        if (list.size() > MAX_ENTRIES) {
            problem.accept("has " + list.size() + " entries, of which the first " + MAX_ENTRIES + " are read");
        }
        for (int i = 0; i < Math.min(list.size(), MAX_ENTRIES); i++) {
            readEntry(list.get(i), i, entries, problem);
        }
        return List.copyOf(entries);
    }

    private static void readEntry(JsonNode entry, int index, List<Entry> into, Consumer<String> problem) {
        try {
            into.add(entry(entry));
        } catch (IllegalArgumentException wrong) {
            problem.accept("skips entry " + index + ": " + wrong.getMessage());
        }
    }

    private static Entry entry(JsonNode entry) {
        if (!entry.isObject()) {
            throw new IllegalArgumentException("it must be an object");
        }
        Map<String, JsonNode> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        entry.fields().forEachRemaining(field -> fields.put(field.getKey(), field.getValue()));
        String operator = text(fields, "operator");
        String effect = text(fields, "effect");
        return new Entry(
                Toleration.written(
                        text(fields, "key"),
                        operator,
                        text(fields, "value"),
                        effect,
                        integer(fields, "tolerationSeconds")),
                operator,
                effect);
    }

    private static String text(Map<String, JsonNode> fields, String name) {
        JsonNode value = fields.getOrDefault(name, NullNode.instance);
        if (!value.isTextual() && !value.isNull()) {
            throw new IllegalArgumentException(name + " must be a string");
        }
        return value.asText("");
    }

    private static @Nullable Long integer(Map<String, JsonNode> fields, String name) {
        JsonNode value = fields.getOrDefault(name, NullNode.instance);
        if (!value.isNull() && !(value.isIntegralNumber() && value.canConvertToLong())) {
            throw new IllegalArgumentException(name + " must be a whole number");
        }
        return value.isNull() ? null : (Long) value.longValue();
    }
}
