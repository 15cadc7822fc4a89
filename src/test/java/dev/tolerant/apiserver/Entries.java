package dev.tolerant.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tolerant.testing.Yaml;

/** The tolerations that the tests use, each as one line of YAML. */
final class Entries {
    static final String DEDICATED = "{key: dedicated, operator: Equal, value: ml, effect: NoSchedule}";
    static final String GPU = "{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}";
    static final String SPOT = "{key: spot, operator: Exists, effect: NoSchedule}";

    private Entries() {}

    static String notReady(int seconds) {
        return "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: " + seconds
                + "}";
    }

    static String unreachable(int seconds) {
        return "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: "
                + seconds + "}";
    }

    /** The tolerations of a pod to which nothing else applies. */
    static ArrayNode nodeFailure(int seconds) {
        return ApiObject.list(notReady(seconds), unreachable(seconds));
    }

    /** Whether the object in the answer has exactly this entry. */
    static boolean isGiven(String entry, ApiAnswer answer) {
        if (!answer.succeeded()) {
            return false;
        }
        JsonNode wanted = Yaml.tree(entry);
        for (JsonNode toleration : answer.tolerations()) {
            if (toleration.equals(wanted)) {
                return true;
            }
        }
        return false;
    }
}
