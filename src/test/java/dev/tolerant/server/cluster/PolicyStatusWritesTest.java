package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.Recorder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The program writes a status only if it differs, and a conflict with another writer is not a failure. */
class PolicyStatusWritesTest {
    private static final String GOOD = "{metadata: {name: p}, spec: {priority: %d, match: {}}}";
    private static final String BROKEN = "{metadata: {name: p}, spec: {match: {ownerKinds: [%s]}}}";
    private static final String Q = ".*/tolerationpolicies/q/status";
    private static final String STATUS = ".*/tolerationpolicies/p/status";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void aPolicyThatStaysAsItIsIsReportedOnOnce() {
        cluster.server.apply(GOOD.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(accepted()).isEqualTo("True"));

        // Once the status of a second policy is written, the program has handled everything before it.
        cluster.server.apply("{metadata: {name: q}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.server.condition("q", "Accepted").isMissingNode())
                .isFalse());

        assertThat(writes()).isEqualTo(1);
    }

    @Test
    void everyGenerationIsReportedOnOnce() {
        cluster.server.apply(GOOD.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(observedGeneration()).isEqualTo(1));
        String transition = transition();

        cluster.server.apply(GOOD.formatted(2));
        eventually(() -> assertThat(observedGeneration()).isEqualTo(2));
        cluster.server.apply("{metadata: {name: q}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.server.condition("q", "Accepted").isMissingNode())
                .isFalse());

        assertThat(writes()).isEqualTo(2);
        assertThat(transition()).isEqualTo(transition);
    }

    @Test
    void aSecondReplicaFindsTheStatusWritten() {
        cluster.server.apply(GOOD.formatted(1));
        cluster.watching();
        eventually(() -> assertThat(accepted()).isEqualTo("True"));
        CurrentSnapshot otherSnapshot = new CurrentSnapshot();

        try (var client = cluster.server.client();
                var other = WatchedCluster.source(client, otherSnapshot, new SimpleMeterRegistry())) {
            other.start();
            eventually(() ->
                    assertThat(otherSnapshot.current().policies().policies()).hasSize(1));
        }

        assertThat(writes()).isEqualTo(1);
    }

    /**
     * The event of the change that caused the conflict may come before the status has left the line. The API server does not have
     * the policy, so that the program that watches it writes nothing about it.
     */
    @Test
    void aStatusIsComparedOnceMoreWhereThePolicyChangedMeanwhile() {
        cluster.watching();
        eventually(() -> assertThat(cluster.source.leadership().isLeading()).isTrue());
        ObjectNode policy =
                (ObjectNode) PolicyFixture.objects("{metadata: {name: q, resourceVersion: '1'}, spec: {match: {}}}")
                        .get(0);
        AtomicReference<StatusWriter> writer = new AtomicReference<>();
        Map<String, ObjectNode> changing = new ConcurrentHashMap<>(Map.of("q", policy)) {
            private static final long serialVersionUID = 1L;

            @Override
            public @Nullable ObjectNode get(Object name) {
                ObjectNode now = super.get(name);
                if (now == policy) {
                    put("q", policy.deepCopy());
                    Objects.requireNonNull(writer.get()).recheck("q");
                }
                return now;
            }
        };
        cluster.server.faults().answer("PUT", Q, 409);
        try (var client = cluster.server.client();
                var written = new StatusWriter(
                        client, changing, cluster.source.leadership(), System::nanoTime, WatchedCluster::sleep)) {
            writer.set(written);

            written.want(
                    Map.of(
                            "q",
                            new PolicyStatus(
                                    policy, compiled(policy), null, null, null, null, WhileAway.CURRENT, null)),
                    Map.of());

            eventually(() -> assertThat(cluster.server.faults().count("PUT", Q)).isEqualTo(2));
        }
    }

    private static CheckedPolicy compiled(ObjectNode policy) {
        return PolicyReader.read(policy, new TolerationRules(false));
    }

    @Test
    void aConflictIsTolerated() {
        cluster.server.faults().answer("PUT", STATUS, 409);
        cluster.watching();
        cluster.server.apply(GOOD.formatted(1));
        eventually(() -> assertThat(writes()).isEqualTo(1));
        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));

        cluster.server.faults().heal();
        cluster.server.apply(GOOD.formatted(2));

        eventually(() -> assertThat(observedGeneration()).isEqualTo(2));
        eventually(() -> assertThat(
                        cluster.snapshot.current().policies().policies().get(0).priority())
                .isEqualTo(2));
    }

    @Test
    void withoutTheRightToWriteStatusPoliciesAreUsedAllTheSame() {
        cluster.server.faults().answer("PUT", ".*/status", 403);
        cluster.server.apply(GOOD.formatted(1));

        cluster.watching();

        eventually(() -> assertThat(writes()).isEqualTo(1));
        eventually(() -> assertThat(cluster.policies()).containsExactly("p"));
        assertThat(cluster.source.isReady()).isTrue();
    }

    @Test
    void theWriteCarriesTheVersionThatItIsAbout() {
        cluster.server.apply(GOOD.formatted(1));
        String version =
                cluster.server.policy("p").at("/metadata/resourceVersion").asText();

        cluster.watching();
        eventually(() -> assertThat(writes()).isEqualTo(1));

        assertThat(cluster.server.faults().bodies("PUT", STATUS))
                .singleElement()
                .asString()
                .contains("\"resourceVersion\":\"" + version + "\"");
        assertThat(cluster.server.policy("p").at("/spec/priority").asInt()).isEqualTo(1);
    }

    @Test
    void anotherReasonIsWrittenWithTheTimeOfTheFirstRefusal() {
        cluster.watching();
        cluster.server.apply(BROKEN.formatted("Deployment"));
        eventually(() -> assertThat(observedGeneration()).isEqualTo(1));
        String transition = transition();

        cluster.server.apply(BROKEN.formatted("job"));
        eventually(() -> assertThat(observedGeneration()).isEqualTo(2));

        assertThat(cluster.server.condition("p", "Accepted").path("message").asText())
                .contains("must be a kind such as Job");
        assertThat(transition()).isEqualTo(transition);
    }

    @Test
    void aStatusThatWasWrittenIsNotSaidToHaveFailed() {
        Recorder recorder = Recorder.of(StatusWriter.class);
        cluster.watching();

        cluster.server.applyGeneric(
                "{\"metadata\": {\"name\": \"p\"}, \"spec\": {\"mode\": \"Someday\", \"match\": {}}}");
        eventually(() -> assertThat(accepted()).isEqualTo("False"));
        cluster.server.apply("{metadata: {name: q}, spec: {match: {}}}");
        eventually(() -> assertThat(cluster.policies()).containsExactly("q"));
        recorder.close();

        assertThat(recorder.lines()).isEmpty();
    }

    private String accepted() {
        return cluster.server.condition("p", "Accepted").path("status").asText();
    }

    private long observedGeneration() {
        return cluster.server.policy("p").at("/status/observedGeneration").asLong();
    }

    private String transition() {
        return cluster.server
                .condition("p", "Accepted")
                .path("lastTransitionTime")
                .asText();
    }

    /** How many of the writes an API server takes: of several to the same version, the first. */
    private long writes() {
        return cluster.server.faults().bodies("PUT", STATUS).stream()
                .map(PolicyStatusWritesTest::version)
                .distinct()
                .count();
    }

    private static String version(String body) {
        return Serialization.unmarshal(body, GenericKubernetesResource.class)
                .getMetadata()
                .getResourceVersion();
    }
}
