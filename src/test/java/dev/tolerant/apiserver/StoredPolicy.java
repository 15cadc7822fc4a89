package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.Yaml;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;

/** A TolerationPolicy in the API server. */
record StoredPolicy(ApiClient client, ApiObject manifest) {

    String name() {
        return manifest.name();
    }

    void patchSpec(String mergePatch) {
        client.mergePatch(manifest.path(), Yaml.tree("{spec: " + mergePatch + "}"))
                .object();
    }

    /** The Accepted condition, once it describes the policy's current generation and has the expected status. */
    JsonNode awaitAccepted(String status) {
        return awaitCondition("Accepted", status);
    }

    /** A condition, once it describes the policy's current generation and has the expected status. */
    JsonNode awaitCondition(String type, String status) {
        AtomicReference<JsonNode> last = new AtomicReference<>();
        try {
            waitingFor("the condition " + type).until(() -> {
                last.set(client.get(manifest.path()).object());
                return isAbout(last.get(), type, status);
            });
        } catch (ConditionTimeoutException never) {
            throw new AssertionError("no condition " + type + "=" + status + " in " + last.get(), never);
        }
        return condition(last.get(), type);
    }

    private static boolean isAbout(JsonNode policy, String type, String status) {
        long generation = policy.at("/metadata/generation").asLong(-1);
        JsonNode condition = condition(policy, type);
        return condition.path("status").asText().equals(status)
                && condition.path("observedGeneration").asLong() == generation
                && policy.at("/status/observedGeneration").asLong() == generation;
    }

    private static JsonNode condition(JsonNode policy, String type) {
        for (JsonNode condition : policy.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return Yaml.tree("{}");
    }
}
