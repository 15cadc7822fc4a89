package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.ExplanationDocument;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Promise 6 as users see it: an explanation says exactly what the webhook does, and why. */
class ExplanationTest {
    private final Map<Cluster, Explainer> explainers = new IdentityHashMap<>();
    private final Map<Cluster, Snapshot> snapshots = new IdentityHashMap<>();

    @ManyTrials
    void anExplanationSaysWhatTheWebhookDoes(long seed) {
        Trial.each(seed, trial -> {
            if (!trial.cluster().enforces()) {
                return;
            }

            JsonNode explanation = explain(trial);

            // What no API server accepts, the webhook does not refuse.
            boolean refused = explanation.get("verdict").textValue().equals("refused")
                    && !explanation.at("/refusal/code").asText().equals("invalid");
            assertThat(refused).as(trial::describe).isNotEqualTo(trial.answer().allowed());
            assertThat(explanation.get("patch"))
                    .as(trial::describe)
                    .isEqualTo(withoutRecord(trial.answer().patch()));
            assertThat(tolerations(explanation))
                    .as(trial::describe)
                    .isEqualTo(trial.result().tolerations());
            assertThat(explanation.get("steps")).as(trial::describe).isNotEmpty();
        });
    }

    /** The patch without the record of givers, which is no part of an explanation: whoever explains writes no pods. */
    private static JsonNode withoutRecord(ArrayNode patch) {
        ArrayNode rest = WholeProgram.JSON.createArrayNode();
        patch.forEach(operation -> {
            if (!operation.get("path").textValue().startsWith("/metadata/annotations")) {
                rest.add(operation);
            }
        });
        return rest;
    }

    @ManyTrials
    void everyTolerationThatThePodDidNotComeWithIsARulesOrTheStoredPods(long seed) {
        Trial.each(seed, trial -> {
            JsonNode list = explain(trial).get("tolerations");

            int received = trial.received().tolerations().size();
            for (int i = 0; i < list.size(); i++) {
                String origin = list.get(i).get("origin").textValue();
                assertThat(origin.equals("rule") || origin.equals("policy") || origin.equals("stored-pod"))
                        .as(trial::describe)
                        .isEqualTo(i >= received);
            }
        });
    }

    private JsonNode explain(Trial trial) {
        Explainer explainer =
                explainers.computeIfAbsent(trial.cluster(), cluster -> ExplainerFixture.with(cluster.settings()));
        try {
            return WholeProgram.JSON.readTree(ExplanationDocument.tree(explainer.explain(
                            ExplainerFixture.manifest(trial.review()), snapshot(trial.cluster()), null))
                    .toString());
        } catch (InvalidManifestException | IOException invalid) {
            throw new AssertionError(trial.describe(), invalid);
        }
    }

    private Snapshot snapshot(Cluster cluster) {
        return snapshots.computeIfAbsent(cluster, any -> {
            Map<String, NamespaceFacts> namespaces = new HashMap<>();
            cluster.namespaces()
                    .forEach(namespace -> namespaces.put(
                            namespace.getMetadata().getName(), NamespaceFixture.read(namespace, cluster.config())));
            return new Snapshot(PolicySet.EMPTY, namespaces, Map.of());
        });
    }

    private static ArrayNode tolerations(JsonNode explanation) {
        ArrayNode list = WholeProgram.JSON.createArrayNode();
        explanation.get("tolerations").forEach(entry -> list.add(entry.get("toleration")));
        return list;
    }
}
