package dev.tolerant.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads tolerations as the recording has them; names in annotations may be in any case. */
final class RecordedTolerations {
    private RecordedTolerations() {}

    /** The tolerations of a list; empty if the list is null or absent. */
    static List<Toleration> list(JsonNode list) {
        List<Toleration> tolerations = new ArrayList<>();
        list.forEach(entry -> tolerations.add(one(entry)));
        return List.copyOf(tolerations);
    }

    private static Toleration one(JsonNode entry) {
        Map<String, JsonNode> fields = new TreeMap<>();
        entry.fields().forEachRemaining(field -> fields.put(field.getKey().toLowerCase(Locale.ROOT), field.getValue()));
        JsonNode seconds = fields.get("tolerationseconds");
        return new Toleration(
                text(fields, "key"),
                Operator.of(text(fields, "operator")),
                text(fields, "value"),
                Effect.of(text(fields, "effect")),
                seconds == null ? TolerationSeconds.NEVER : TolerationSeconds.of(seconds.longValue()));
    }

    private static String text(Map<String, JsonNode> fields, String name) {
        JsonNode value = fields.get(name);
        return value == null ? "" : value.textValue();
    }

    /** The list in the API's form. */
    static ArrayNode write(List<Toleration> tolerations) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Toleration toleration : tolerations) {
            ObjectNode entry = list.addObject();
            putUnlessEmpty(entry, "key", toleration.key());
            putUnlessEmpty(entry, "operator", toleration.operator().text());
            putUnlessEmpty(entry, "value", toleration.value());
            putUnlessEmpty(entry, "effect", toleration.effect().text());
            if (!toleration.seconds().never()) {
                entry.put("tolerationSeconds", toleration.seconds().seconds());
            }
        }
        return list;
    }

    private static void putUnlessEmpty(ObjectNode entry, String name, String value) {
        if (!value.isEmpty()) {
            entry.put(name, value);
        }
    }
}
