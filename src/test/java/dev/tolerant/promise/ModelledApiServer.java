package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.WholeProgram;
import java.util.BitSet;
import java.util.TreeSet;

/**
 * What the API server's own admission plugins do to a pod before a webhook sees it.
 *
 * @param notReady the seconds of {@code --default-not-ready-toleration-seconds}
 * @param unreachable the seconds of {@code --default-unreachable-toleration-seconds}
 */
record ModelledApiServer(long notReady, long unreachable) {
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    private static final String PRESSURE = "node.kubernetes.io/memory-pressure";

    /** The list after DefaultTolerationSeconds, which compares only keys and effects. */
    ArrayNode defaulted(JsonNode list) {
        ArrayNode defaulted = WholeProgram.JSON.createArrayNode();
        list.forEach(defaulted::add);
        if (!suppresses(list, NOT_READY)) {
            defaulted.add(injected(NOT_READY, notReady));
        }
        if (!suppresses(list, UNREACHABLE)) {
            defaulted.add(injected(UNREACHABLE, unreachable));
        }
        return defaulted;
    }

    private static boolean suppresses(JsonNode list, String key) {
        for (JsonNode toleration : list) {
            String own = ApiRules.text(toleration, "key");
            String effect = ApiRules.text(toleration, "effect");
            if ((own.isEmpty() || own.equals(key)) && (effect.isEmpty() || effect.equals("NoExecute"))) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode injected(String key, long seconds) {
        return exists(key, "NoExecute").put("tolerationSeconds", seconds);
    }

    static ObjectNode exists(String key, String effect) {
        return WholeProgram.JSON
                .createObjectNode()
                .put("key", key)
                .put("operator", "Exists")
                .put("effect", effect);
    }

    /** The list after PodTolerationRestriction, without annotations, and ExtendedResourceToleration. */
    static ArrayNode withLaterPlugins(ArrayNode list, PodView pod) {
        if (!pod.isBestEffort() && !ApiRules.contains(list, exists(PRESSURE, "NoSchedule"))) {
            list.add(exists(PRESSURE, "NoSchedule"));
        }
        for (String resource : new TreeSet<>(pod.extendedResources())) {
            if (!ApiRules.contains(list, exists(resource, "NoSchedule"))) {
                list.add(exists(resource, "NoSchedule"));
            }
        }
        return list;
    }

    /** Whether the entry equals an injected one. */
    boolean isShape(JsonNode toleration) {
        return sameFields(toleration, injected(NOT_READY, notReady))
                || sameFields(toleration, injected(UNREACHABLE, unreachable));
    }

    /** The entries that DefaultTolerationSeconds would have appended to a shorter, non-empty list of the author's. */
    BitSet likelyInjected(JsonNode list, PodView pod) {
        int end = list.size();
        while (end > 0 && isOfLaterPlugin(list.get(end - 1), pod)) {
            end--;
        }
        BitSet likely = new BitSet();
        ArrayNode whole = prefix(list, end);
        for (int start = Math.max(0, end - 2); start < end; start++) {
            if (sameLists(defaulted(prefix(list, start)), whole)) {
                if (start > 0) {
                    likely.set(start, end);
                }
                return likely;
            }
        }
        return likely;
    }

    private static boolean isOfLaterPlugin(JsonNode toleration, PodView pod) {
        if (sameFields(toleration, exists(PRESSURE, "NoSchedule"))) {
            return !pod.isBestEffort();
        }
        String key = ApiRules.text(toleration, "key");
        return pod.extendedResources().contains(key) && sameFields(toleration, exists(key, "NoSchedule"));
    }

    private static ArrayNode prefix(JsonNode list, int end) {
        ArrayNode prefix = WholeProgram.JSON.createArrayNode();
        for (int i = 0; i < end; i++) {
            prefix.add(list.get(i));
        }
        return prefix;
    }

    private static boolean sameLists(JsonNode one, JsonNode other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!sameFields(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether both have the same fields, including seconds and any fields of a later API. */
    private static boolean sameFields(JsonNode one, JsonNode other) {
        return ApiRules.isSameEntry(one, other)
                && one.path("tolerationSeconds")
                        .asText("")
                        .equals(other.path("tolerationSeconds").asText(""));
    }
}
