package dev.tolerant.explain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.core.toleration.Toleration;

/** A toleration as the API writes it. */
final class TolerationJson {
    private TolerationJson() {}

    static ObjectNode of(Toleration toleration) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        putUnlessEmpty(json, "key", toleration.key());
        putUnlessEmpty(json, "operator", toleration.operator().text());
        putUnlessEmpty(json, "value", toleration.value());
        putUnlessEmpty(json, "effect", toleration.effect().text());
        if (!toleration.seconds().never()) {
            json.put("tolerationSeconds", toleration.seconds().seconds());
        }
        return json;
    }

    private static void putUnlessEmpty(ObjectNode json, String field, String value) {
        if (!value.isEmpty()) {
            json.put(field, value);
        }
    }
}
