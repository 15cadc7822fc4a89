package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.List;

/**
 * The tolerations that the DaemonSet controller gives its pods before any webhook sees them
 * (AddOrUpdateDaemonPodTolerations in k8s.io/kubernetes, pkg/controller/daemon/util).
 */
final class DaemonSetController {
    private DaemonSetController() {}

    static void addTo(ObjectNode spec) {
        JsonNode present = spec.path("tolerations");
        if (!present.isMissingNode() && !present.isNull() && !present.isArray()) {
            return; // The reader says what is wrong with it.
        }
        ArrayNode tolerations = present.isArray() ? (ArrayNode) present : spec.putArray("tolerations");
        NodeTaints.OF_DAEMON_SETS.forEach(taint -> addOrUpdate(tolerations, taint));
        if (spec.path("hostNetwork").asBoolean()) {
            addOrUpdate(tolerations, NodeTaints.NETWORK_UNAVAILABLE);
        }
    }

    /** Overwrites the entries that are the same but for their seconds, which are lost; appends if there is none. */
    private static void addOrUpdate(ArrayNode tolerations, Taint taint) {
        ObjectNode toleration = TolerationJson.of(Toleration.of(taint, TolerationSeconds.NEVER));
        boolean updated = false;
        for (int i = 0; i < tolerations.size(); i++) {
            if (isSameEntry(tolerations.get(i), toleration)) {
                tolerations.set(i, toleration);
                updated = true;
            }
        }
        if (!updated) {
            tolerations.add(toleration);
        }
    }

    private static boolean isSameEntry(JsonNode one, JsonNode other) {
        return List.of("key", "operator", "value", "effect").stream()
                .allMatch(field ->
                        one.path(field).asText().equals(other.path(field).asText()));
    }
}
