package dev.tolerant.peers;

import static dev.tolerant.server.webhook.PodReview.aPod;
import static dev.tolerant.server.webhook.PodReview.tolerating;
import static dev.tolerant.server.webhook.PodReview.withAffinity;
import static dev.tolerant.server.webhook.PodReview.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Defects of similar programs in node affinity and protected taints. */
class PolicyPeerDefectsTest {
    private static final PolicyCluster POOL = PolicyCluster.with(
            "{metadata: {name: p}, spec: {match: {}, requiredNodeAffinity: [{key: pool, operator: Exists}]}}");
    private static final ReservationsGuard GUARD = ReservationsGuard.of(
            PolicySet.of(PolicyFixture.all("""
                    metadata: {name: p}
                    spec:
                      match: {namespaceSelector: {matchLabels: {team: ml}}}
                      reserve: {taints: [{key: pool, value: ml, effect: NoSchedule}]}
                    """)).reservations().reservations());

    /** A patch that initialises affinity twice loses what the first one wrote (D2). */
    @Test
    void affinityIsCreatedOnceAndNothingIsReplaced() {
        var created = POOL.create(aPod());
        var joined = POOL.create(withAffinity("""
                nodeAffinity:
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - {weight: 5, preference: {matchExpressions: [{key: zone, operator: Exists}]}}
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]
                """));

        assertThat((JsonNode) created.patch()).hasSize(1);
        assertThat(terms(created.object())).isEqualTo(yaml("[{matchExpressions: [{key: pool, operator: Exists}]}]"));
        assertThat(terms(joined.object()))
                .isEqualTo(yaml("[{matchExpressions: [{key: zone, operator: In, values: [a]},"
                        + " {key: pool, operator: Exists}]}]"));
        assertThat(joined.object()
                        .at("/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution/0/weight")
                        .asInt())
                .isEqualTo(5);
    }

    /** Terms are alternatives: a term without the requirement lets the pod run outside the pool (D3). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{matchExpressions: [{key: a, operator: Exists}]}] | 1",
                "[{matchExpressions: [{key: a, operator: Exists}]}, {matchExpressions: [{key: b, operator: Exists}]},"
                        + " {matchFields: [{key: metadata.name, operator: In, values: [n]}]}] | 3",
                "[{matchExpressions: [{key: a, operator: Exists}]}, {}] | 1",
                "[{}] | 0",
            })
    void noTermIsLeftOutAndNoneIsAppended(String terms, int constrained) {
        JsonNode after = terms(POOL.create(withAffinity(
                        "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: " + terms
                                + "}}}"))
                .object());

        assertThat(after).hasSameSizeAs(yaml(terms));
        assertThat(after)
                .filteredOn(term -> term.path("matchExpressions").toString().contains("\"pool\""))
                .hasSize(constrained);
        assertThat(after).filteredOn(JsonNode::isEmpty).hasSize(yaml(terms).size() - constrained);
    }

    /** A keyless toleration tolerates a protected taint too (D17). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{operator: Exists}",
                "{operator: Exists, effect: NoSchedule}",
                "{key: pool, operator: Exists}",
                "{key: pool, operator: Exists, effect: NoSchedule}",
                "{key: pool, value: ml}",
            })
    void aWildcardDoesNotReachAProtectedTaint(String toleration) {
        assertThat(GUARD.refusals(tolerating("[" + toleration + "]").creation(), Map.of(), Set.of()))
                .hasSize(1);
    }

    @Test
    void anotherPoolOfTheSameKeyIsNotProtected() {
        PodReview pod = tolerating("[{key: pool, value: web, effect: NoSchedule}]");

        assertThat(GUARD.refusals(pod.creation(), Map.of(), Set.of())).isEmpty();
    }

    private static JsonNode terms(JsonNode object) {
        return object.at(
                "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
    }
}
