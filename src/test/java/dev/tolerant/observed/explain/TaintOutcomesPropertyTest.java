package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Whatever a pod tolerates and whatever taints a node has, an explanation says what the control plane would do. */
class TaintOutcomesPropertyTest {
    private static final int TRIALS = 800;

    @ManyTrials
    void anExplanationAgreesWithTheControlPlane(long seed) throws Exception {
        RandomWorld world = new RandomWorld(seed);
        Set<String> seen = new HashSet<>();
        for (int trial = 0; trial < TRIALS; trial++) {
            boolean comparison = world.oneIn(2);
            Manifest pod = ExplainerFixture.manifest(object("Pod", "tolerations", world.make("few-tolerations")));
            Manifest node = ExplainerFixture.manifest(object("Node", "taints", world.make("few-taints")));

            JsonNode explanation = ExplanationDocument.tree(
                    ExplainerFixture.with(Map.of("comparison-operators", Boolean.toString(comparison)))
                            .explain(pod, Snapshot.EMPTY, NodeReader.read(List.of(node))));

            if (explanation.get("verdict").textValue().equals("refused")) {
                // No API server stores it.
                continue;
            }
            JsonNode taints = node.object().get("spec").get("taints");
            TaintOracle oracle = new TaintOracle(listed(explanation), comparison);
            String about = "-Dtolerant.seed=" + seed + ", trial " + trial + "\n" + taints + "\n" + explanation;
            JsonNode outcome = explanation.get("nodes").get(0);
            assertThat(outcome.get("schedulable").booleanValue()).as(about).isEqualTo(oracle.schedulable(taints));
            assertThat(seconds(outcome)).as(about).isEqualTo(oracle.evictedAfter(taints));
            explanation.get("taints").forEach(taint -> check(taint, oracle, about));
            explanation
                    .get("taints")
                    .forEach(taint -> seen.add(taint.get("outcome").textValue()));
        }
        assertThat(seen)
                .as("-Dtolerant.seed=%d", seed)
                .containsExactlyInAnyOrder(
                        "schedulable",
                        "not-schedulable",
                        "preferred-away",
                        "stays",
                        "evicted-later",
                        "evicted-at-once");
    }

    /** One taint is a node with one taint; the toleration that decides is the first that matches. */
    private static void check(JsonNode taint, TaintOracle oracle, String about) {
        JsonNode alone = WholeProgram.JSON.createArrayNode().add(taint);
        JsonNode first = oracle.first(taint);
        assertThat(taint.get("schedulable").booleanValue()).as(about).isEqualTo(oracle.schedulable(alone));
        assertThat(seconds(taint)).as(about).isEqualTo(oracle.evictedAfter(alone));
        assertThat(taint.get("outcome").textValue().equals("preferred-away"))
                .as(about)
                .isEqualTo(first == null && taint.get("effect").textValue().equals("PreferNoSchedule"));
        assertThat(
                        taint.has("toleration")
                                ? oracle.tolerations()
                                        .get(taint.get("toleration").intValue())
                                : null)
                .as(about)
                .isSameAs(first);
    }

    private static OptionalLong seconds(JsonNode outcome) {
        JsonNode seconds = outcome.get("evictedAfterSeconds");
        return seconds.isNull() ? OptionalLong.empty() : OptionalLong.of(seconds.longValue());
    }

    private static ArrayNode listed(JsonNode explanation) {
        ArrayNode list = WholeProgram.JSON.createArrayNode();
        explanation.get("tolerations").forEach(entry -> list.add(entry.get("toleration")));
        return list;
    }

    private static ObjectNode object(String kind, String field, JsonNode list) {
        ObjectNode object =
                WholeProgram.JSON.createObjectNode().put("apiVersion", "v1").put("kind", kind);
        object.putObject("metadata").put("name", "one");
        object.putObject("spec").set(field, list);
        return object;
    }
}
