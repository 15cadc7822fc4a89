package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The life of a policy in a cluster: created, changed, made invalid, corrected, deleted. */
class ClusterPoliciesTest {
    private static final String GOOD = "{metadata: {name: p}, spec: {priority: %d, match: {}}}";
    private static final String BROKEN = "{metadata: {name: p}, spec: {match: {ownerKinds: [Deployment]}}}";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void whatIsThereAtTheStartIsUsed() {
        cluster.server.apply(GOOD.formatted(1));

        cluster.watching();

        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
    }

    @Test
    void aNewPolicyIsUsedAndAccepted() {
        cluster.watching();

        cluster.server.apply(GOOD.formatted(1));

        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        eventually(() -> {
            JsonNode accepted = cluster.server.condition("p", "Accepted");
            assertThat(accepted.path("status").asText()).isEqualTo("True");
            assertThat(accepted.path("reason").asText()).isEqualTo("Valid");
            assertThat(accepted.path("observedGeneration").asLong()).isEqualTo(generation());
            assertThat(accepted.path("lastTransitionTime").asText()).matches("20..-..-..T..:..:..Z");
        });
        assertThat(cluster.gauge("tolerant.policies", "state", "accepted")).isEqualTo(1);
    }

    @Test
    void aChangeIsTakenOver() {
        cluster.server.apply(GOOD.formatted(1));
        cluster.watching();

        cluster.server.apply(GOOD.formatted(7));

        eventually(() -> assertThat(priority()).isEqualTo(7));
        eventually(() -> assertThat(cluster.server
                        .condition("p", "Accepted")
                        .path("observedGeneration")
                        .asLong())
                .isEqualTo(generation()));
    }

    @Test
    void aBrokenVersionNeverReplacesAGoodOneAndSaysWhy() {
        cluster.server.apply(GOOD.formatted(3));
        cluster.watching();
        eventually(() -> assertThat(accepted()).isEqualTo("True"));
        long good = generation();

        cluster.server.apply(BROKEN);

        eventually(() -> assertThat(accepted()).isEqualTo("False"));
        JsonNode condition = cluster.server.condition("p", "Accepted");
        assertThat(condition.path("reason").asText()).isEqualTo("Invalid");
        assertThat(condition.path("message").asText())
                .startsWith("spec.match.ownerKinds must be direct controllers: ReplicaSet in place of Deployment");
        assertThat(condition.path("observedGeneration").asLong())
                .isEqualTo(generation())
                .isGreaterThan(good);
        assertThat(priority()).isEqualTo(3);
        eventually(() -> assertThat(cluster.gauge("tolerant.policies", "state", "rejected"))
                .isEqualTo(1));
        assertThat(cluster.gauge("tolerant.policies", "state", "accepted")).isEqualTo(1);
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);
    }

    @Test
    void aMendedPolicyIsUsedAgain() {
        cluster.server.apply(BROKEN);
        cluster.watching();
        eventually(() -> assertThat(accepted()).isEqualTo("False"));

        cluster.server.apply(GOOD.formatted(5));

        eventually(() -> assertThat(accepted()).isEqualTo("True"));
        eventually(() -> assertThat(priority()).isEqualTo(5));
        eventually(() -> assertThat(cluster.gauge("tolerant.policies", "state", "rejected"))
                .isZero());
    }

    @Test
    void aDeletedPolicyIsGoneAlsoWhenItWasBroken() {
        cluster.server.apply(GOOD.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(accepted()).isEqualTo("True"));
        cluster.server.apply(BROKEN);
        eventually(() -> assertThat(accepted()).isEqualTo("False"));

        cluster.server.deletePolicy("p");

        eventually(() -> assertThat(cluster.policies()).isEmpty());
        eventually(() -> assertThat(cluster.gauge("tolerant.policies", "state", "rejected"))
                .isZero());
    }

    @Test
    void aPolicyThatDoesNotFitTheTypeDoesNotHideTheOthers() {
        cluster.server.applyGeneric(
                "{\"metadata\": {\"name\": \"future\"}, \"spec\": {\"mode\": \"Someday\"," + " \"match\": {}}}");
        cluster.server.apply(GOOD.formatted(1));

        cluster.watching();

        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        eventually(() -> assertThat(cluster.server
                        .condition("future", "Accepted")
                        .path("message")
                        .asText())
                .startsWith("spec.mode must be one of Enforce, Audit"));
        assertThat(cluster.server.policy("future").at("/spec/mode").asText()).isEqualTo("Someday");
    }

    private String accepted() {
        return cluster.server.condition("p", "Accepted").path("status").asText();
    }

    private long generation() {
        return cluster.server.policy("p").at("/metadata/generation").asLong();
    }

    /** Less than 0 while the policy is not in use. */
    private int priority() {
        return cluster.snapshot.current().policies().policies().stream()
                .mapToInt(policy -> policy.priority())
                .findFirst()
                .orElse(-1);
    }
}
