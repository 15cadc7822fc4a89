package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.Toleration;
import java.util.List;

/**
 * The tolerations in the JSON of a pod or a template of pods, and as the engine has read them.
 *
 * @param entries also empty for a pod that does not match the API's schema, which the engine's reader reports later
 */
record PodTolerations(ObjectNode pod, List<Toleration> entries) {

    /**
     * Writes another list in place of the present one: the same entries with other values, and further ones after them.
     *
     * @return whether this changed the pod
     */
    boolean replaceWith(List<Toleration> tolerations) {
        JsonNode present = pod.path("spec").path("tolerations");
        boolean absent = present.isMissingNode() || present.isNull();
        boolean isRead = absent || (present.isArray() && present.size() == entries.size());
        if (!isRead || !(pod.get("spec") instanceof ObjectNode spec) || tolerations.equals(entries)) {
            return false;
        }
        ArrayNode list = absent ? spec.putArray("tolerations") : (ArrayNode) present;
        for (int i = 0; i < tolerations.size(); i++) {
            if (i >= entries.size()) {
                list.add(json(tolerations.get(i)));
            } else if (!tolerations.get(i).equals(entries.get(i))) {
                list.set(i, json(tolerations.get(i)));
            }
        }
        return true;
    }

    /** A toleration as the API writes it. */
    static ObjectNode json(Toleration toleration) {
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
