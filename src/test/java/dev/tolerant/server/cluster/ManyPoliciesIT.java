package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.fault.FaultTable;
import dev.tolerant.fault.Row;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reviews while some of 1,000 policies, half of them broken, change, and while the API server is away. */
@ExtendWith(FaultTable.class)
@Tag("ci")
class ManyPoliciesIT {
    private static final int POLICIES_IN_ALL = 1000;
    private static final int FOR_EVERY_POD = 20;
    private static final int CHANGES = 100;
    private static final JsonNode REVIEW = PodReview.aPod().creation();

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void everyReviewSeesAWholeSetWhilePoliciesChange(FaultTable.Rows table) throws Exception {
        cluster.server.namespace("shop", Map.of("team", "shop"), Map.of());
        IntStream.range(0, FOR_EVERY_POD).forEach(i -> apply(i, 0));
        IntStream.range(FOR_EVERY_POD, POLICIES_IN_ALL).forEach(i -> apply(i, i % 2));
        cluster.watching();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());

        try (SteadyReviews reviews = new SteadyReviews(cluster.snapshot, REVIEW, ManyPoliciesIT::isWhole)) {
            // Those for every pod have had a good version by now, which counts in each answer from here on.
            IntStream.range(0, FOR_EVERY_POD).forEach(i -> apply(i, i % 2));

            for (int i = 0; i < CHANGES; i++) {
                long before = reviews.answers();
                apply(2 * (i % (FOR_EVERY_POD / 2)), 2 * i + 2);
                apply(2 * ((31 * i) % (POLICIES_IN_ALL / 2)) + 1, 2 * i + 1);
                eventually(() -> assertThat(reviews.answers()).isGreaterThan(before + 100));
            }

            int last = 2 * (CHANGES - 1) + 2;
            eventually(() -> assertThat(
                            generations(WholeProgram.over(cluster.snapshot).ask(REVIEW)))
                    .contains("g" + last));
            table.add(new Row(
                    "1,000 policies, half broken, change while they are in use",
                    "2 threads",
                    reviews.answers(),
                    0,
                    reviews.worst()));
        }
    }

    @Test
    void everyReviewIsAnsweredWhileTheServerIsAwayAndForgetsTheWatch(FaultTable.Rows table) throws Exception {
        cluster.server.namespace("shop", Map.of("team", "shop"), Map.of());
        IntStream.range(0, FOR_EVERY_POD).forEach(i -> apply(i, 0));
        cluster.watching();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());

        try (SteadyReviews reviews = new SteadyReviews(cluster.snapshot, REVIEW, answer -> {
            isWhole(answer);
            assertThat(generations(answer)).as("a list is in force as a whole").hasSize(1);
        })) {
            // One kind's watch learns in the stream that its version is too old, the other's in the answer to its
            // request.
            cluster.server.faults().answer("GET", "(" + POLICIES + "|" + NAMESPACES + ").*", 503);
            cluster.server.faults().expireWatches(POLICIES);
            cluster.server.faults().cutWatches(NAMESPACES);
            // The object of reservations has a namespace, and may be away too.
            eventually(() -> assertThat(cluster.source.state())
                    .containsEntry("tolerationpolicies", "not watching, last good version in use")
                    .containsEntry("namespaces", "not watching, last good version in use"));
            IntStream.range(0, FOR_EVERY_POD).forEach(i -> apply(i, 2));
            cluster.server.namespace("shop", Map.of("team", "shop", "back", "true"), Map.of());
            long answered = reviews.answers();
            eventually(() -> assertThat(reviews.answers()).isGreaterThan(answered + 100));
            cluster.server.faults().heal();
            cluster.server.faults().answer("GET", NAMESPACES + "\\?.*watch=true.*", 410);

            eventually(() -> assertThat(cluster.snapshot.namespace("shop"))
                    .matches(facts -> facts.labels().containsKey("back")));
            cluster.server.faults().heal();
            eventually(() -> assertThat(cluster.source.state().values()).containsOnly("watching"));
            eventually(() -> assertThat(cluster.snapshot
                            .current()
                            .policies()
                            .policies()
                            .get(0)
                            .priority())
                    .isEqualTo(2));
            long before = reviews.answers();
            eventually(() -> assertThat(reviews.answers()).isGreaterThan(before + 100));
            table.add(new Row(
                    "API server away, 410 in both forms, back with other data",
                    "2 threads",
                    reviews.answers(),
                    0,
                    reviews.worst()));
        }
    }

    /** An odd generation is broken. */
    private void apply(int i, int generation) {
        boolean broken = generation % 2 == 1;
        String match = i < FOR_EVERY_POD ? "{}" : "{namespaceSelector: {matchLabels: {team: other-" + i + "}}}";
        cluster.server.apply("{metadata: {name: p-" + i + "}, spec: {priority: " + generation + ", match: "
                + (broken ? "{ownerKinds: [Deployment]}" : match) + ", tolerations: [{key: policy-" + i
                + ", operator: Equal, value: g" + generation + "}]}}");
    }

    private static void isWhole(WholeProgram.Answer answer) {
        assertThat(PolicyCluster.tolerations(answer).stream()
                        .filter(toleration -> toleration.startsWith("policy-"))
                        .map(toleration -> toleration.replaceAll("[=:].*", "")))
                .containsExactlyInAnyOrder(IntStream.range(0, FOR_EVERY_POD)
                        .mapToObj(i -> "policy-" + i)
                        .toArray(String[]::new));
    }

    private static List<String> generations(WholeProgram.Answer answer) {
        return PolicyCluster.tolerations(answer).stream()
                .filter(toleration -> toleration.startsWith("policy-"))
                .map(toleration -> toleration.replaceAll(".*=", ""))
                .collect(Collectors.toSet())
                .stream()
                .toList();
    }
}
