package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.ClusterFixture.eventually;
import static dev.tolerant.server.cluster.MockApiServer.POLICIES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.server.webhook.PodReview;
import io.fabric8.mockwebserver.http.MockResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The leader keeps the object by which the guard in the API server judges pods as the policies say, and every replica watches it. */
class StoredReservationsTest {
    private static final String OBJECT = "/apis/tolerant.dev/v1alpha1/reservations/current.*";
    private static final String POOL = """
            metadata: {name: %s}
            spec:
              match: {namespaceSelector: {matchLabels: {team: %1$s}}}
              tolerations: [{key: dedicated, operator: Equal, value: %1$s, effect: NoSchedule}]
              reserve: {exempt: {groups: [%s]}}
            """;

    private final ClusterFixture cluster = new ClusterFixture();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void itSaysWhatPoliciesReserveAndFollowsThem() {
        // When
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();

        // Then
        eventually(
                () -> assertThat(cluster.server.reservations().at("/spec/taints"))
                        .isEqualTo(
                                PodReview.yaml(
                                        "{dedicated: [{value: ml, anyValue: false, effect: NoSchedule, policies: [{name: ml, from: ''}]}]}")));
        assertThat(cluster.server
                        .reservations()
                        .at("/spec/policies/ml/exempt/groups/0")
                        .asText())
                .isEqualTo("admins");

        // When
        cluster.server.apply(POOL.formatted("web", "x"));

        // Then
        eventually(() -> assertThat(cluster.server.reservations().at("/spec/taints/dedicated"))
                .hasSize(2));
        eventually(
                () -> assertThat(cluster.snapshot.current().stored().policies()).containsOnlyKeys("ml", "web"));

        // When
        cluster.server.deletePolicy("ml");

        // Then
        eventually(() -> assertThat(
                        cluster.server.reservations().at("/spec/policies").fieldNames())
                .toIterable()
                .containsExactly("web"));
    }

    @Test
    void whereNothingIsReservedNothingIsWritten() {
        // When
        cluster.server.apply("{metadata: {name: p}, spec: {match: {}}}");
        cluster.watching();
        eventually(() -> assertThat(cluster.server.condition("p", "Accepted").isMissingNode())
                .isFalse());

        // Then
        assertThat(cluster.server.faults().count("PATCH", OBJECT)).isZero();
    }

    /** And the program that has stored it has ended. */
    private void whatTwoPoliciesReserveIsStored() {
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.server.apply(POOL.formatted("web", "x"));
        cluster.watching();
        eventually(() ->
                assertThat(cluster.server.reservations().at("/spec/policies")).hasSize(2));
        cluster.source.close();
    }

    @Test
    void whatAPolicyReservedThatNobodyCanReadAnyMoreStays() {
        // Given
        whatTwoPoliciesReserveIsStored();
        cluster.server.applyGeneric(
                "{\"metadata\": {\"name\": \"ml\"}, \"spec\": {\"mode\": \"Someday\", \"match\": {}}}");
        cluster.server.deletePolicy("web");
        CurrentSnapshot snapshot = new CurrentSnapshot();

        // When
        try (var client = cluster.server.client();
                var next = ClusterFixture.source(client, snapshot, new SimpleMeterRegistry())) {
            next.start();
            eventually(() -> assertThat(snapshot.current().stored().policies()).containsOnlyKeys("ml"));
        }

        // Then
        assertThat(cluster.server.reservations().at("/spec/taints/dedicated")).hasSize(1);
    }

    @Test
    void whatPoliciesReservedThatWereDeletedWhileNobodyLookedIsReservedNoMore() {
        // Given
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(() ->
                assertThat(cluster.server.reservations().at("/spec/policies")).hasSize(1));
        cluster.source.close();
        cluster.server.deletePolicy("ml");

        // When
        try (var client = cluster.server.client();
                var next = ClusterFixture.source(client, new CurrentSnapshot(), new SimpleMeterRegistry())) {
            next.start();

            // Then
            eventually(() -> assertThat(cluster.server.reservations().at("/spec/policies"))
                    .isEmpty());
            assertThat(cluster.server.reservations().at("/spec/taints")).isEmpty();
        }
    }

    @Test
    void nothingIsWrittenBeforeTheFirstListOfPoliciesIsComplete() {
        // Given
        whatTwoPoliciesReserveIsStored();
        long written = cluster.server.faults().count("PATCH", OBJECT);
        CurrentSnapshot snapshot = new CurrentSnapshot();
        String first = page("next", "ml");
        String last = page("", "web");
        cluster.server
                .faults()
                .serve(
                        POLICIES + "\\?(?!.*watch=true).*",
                        path -> new MockResponse()
                                .setResponseCode(200)
                                .setHeader("Content-Type", "application/json")
                                .setBody(path.contains("continue=") ? last : first));
        cluster.server.faults().answer("GET", POLICIES + "\\?.*continue=.*", 500);

        // When
        try (var client = cluster.server.client();
                var next = ClusterFixture.source(client, snapshot, new SimpleMeterRegistry())) {
            next.start();
            eventually(() -> assertThat(next.leadership().isLeading()).isTrue());
            eventually(() -> assertThat(snapshot.current().stored().policies()).hasSize(2));
            await().during(Duration.ofMillis(500))
                    .until(() -> cluster.server.faults().count("PATCH", OBJECT) == written);
            cluster.server.faults().heal();
            eventually(
                    () -> assertThat(snapshot.current().policies().policies()).hasSize(2));
        }

        // Then
        assertThat(cluster.server.faults().count("PATCH", OBJECT)).isEqualTo(written);
    }

    private String page(String next, String policy) {
        return """
                {"kind": "TolerationPolicyList", "apiVersion": "tolerant.dev/v1alpha1",
                "metadata": {"resourceVersion": "1", "continue": "%s"}, "items": [%s]}
                """.formatted(next, cluster.server.policy(policy));
    }

    @Test
    void aReplicaWithoutTheRightTriesAgain() {
        // Given
        cluster.server.faults().answer("PATCH", OBJECT, 403);
        cluster.server.apply(POOL.formatted("ml", "admins"));
        cluster.watching();
        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", OBJECT)).isPositive());
        assertThat(cluster.policies()).containsExactly("ml");

        // When
        cluster.server.faults().heal();

        // Then
        eventually(() ->
                assertThat(cluster.server.reservations().at("/spec/policies")).hasSize(1));
    }

    @Test
    void aPolicyThatDoesNotFitSaysSoAndIsUsedOtherwise() {
        // Given
        String many = IntStream.range(100, 160)
                .mapToObj(i -> "'" + "&".repeat(500) + i + "'")
                .collect(Collectors.joining(", "));
        cluster.watching();

        // When
        for (int i = 0; i < 12; i++) {
            cluster.server.apply(POOL.formatted("p" + i, many));
        }

        // Then
        eventually(() -> assertThat(reason("p9")).isEqualTo("TooManyReservations"));
        assertThat(reason("p0")).isEqualTo("Valid");
        eventually(() -> assertThat(cluster.policies()).hasSize(12));

        // When
        cluster.policies().stream().filter(name -> !name.equals("p9")).forEach(cluster.server::deletePolicy);

        // Then
        eventually(() -> assertThat(reason("p9")).isEqualTo("Valid"));
    }

    private String reason(String policy) {
        JsonNode accepted = cluster.server.condition(policy, "Accepted");
        return accepted.path("reason").asText();
    }
}
