package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.WholeProgram;
import io.micrometer.core.instrument.Counter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods are counted by policy and by what the policy did for them. */
class AdmissionMetricsTest {
    private static final String SPOT = "tolerations: [{key: spot, operator: Exists}]";

    private static WholeProgram with(String... policies) {
        return WholeProgram.with(
                Map.of(), Stream.of(policies).map(PolicyFixture::of).toList());
    }

    private static String policy(String name, String spec) {
        return "{metadata: {name: " + name + "}, spec: {" + spec + "}}";
    }

    private static Map<String, Double> counts(WholeProgram webhook) {
        Map<String, Double> counts = new TreeMap<>();
        for (Counter counter : webhook.metrics().find("tolerant.policy.pods").counters()) {
            counts.put(counter.getId().getTag("policy") + " " + counter.getId().getTag("outcome"), counter.count());
        }
        return counts;
    }

    @Test
    void eachOutcomeIsCountedByItsPolicy() {
        WholeProgram webhook = with(
                policy("gives", "match: {}, " + SPOT),
                policy("audits", "match: {}, mode: Audit, tolerations: [{key: audited, operator: Exists}]"),
                policy("has-nothing", "match: {}"),
                policy("elsewhere", "match: {podSelector: {matchLabels: {app: db}}}, " + SPOT));

        webhook.ask(PodReview.aPod().creation());

        assertThat(counts(webhook))
                .isEqualTo(Map.of("gives applied", 1.0, "audits audited", 1.0, "has-nothing unchanged", 1.0));
    }

    @ParameterizedTest
    @CsvSource({"enforce, patched refused", "audit, would-patch would-refuse"})
    void inAuditModeReviewsAreCountedByWhatWouldBeDone(String mode, String decisions) {
        WholeProgram webhook = WholeProgram.with(
                Map.of("mode", mode),
                NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"a\"}]"));

        webhook.ask(PodReview.createSpec("{containers: [{name: c, resources: {requests: {cpu: 1}}}]}"));
        webhook.ask(PodReview.tolerating("[{key: b, operator: Exists}]").creation());

        assertThat(webhook.metrics().find("tolerant.reviews").counters().stream()
                        .filter(counter -> counter.count() > 0)
                        .map(counter -> counter.getId().getTag("decision")))
                .containsExactlyInAnyOrder(decisions.split(" "));
    }

    @Test
    void aPodThatHasItAllAlreadyIsUnchanged() {
        WholeProgram webhook = with(policy("gives", "match: {}, " + SPOT));

        webhook.ask(PodReview.tolerating("[{key: spot, operator: Exists}]").creation());

        assertThat(counts(webhook)).isEqualTo(Map.of("gives unchanged", 1.0));
    }

    @Test
    void aReviewThatNoPolicyMatchesIsNotCounted() {
        WholeProgram webhook = with();

        webhook.ask(PodReview.aPod().creation());

        assertThat(counts(webhook)).isEmpty();
    }

    @Test
    void aPolicyThatIsGoneHasNoSeries() {
        CurrentSnapshot snapshot = new CurrentSnapshot();
        WholeProgram webhook = WholeProgram.over(snapshot);
        snapshot.set(cluster(all("goes", "stays")));
        webhook.ask(PodReview.aPod().creation());

        snapshot.set(cluster(all("stays")));

        assertThat(counts(webhook)).isEqualTo(Map.of("stays unchanged", 1.0));
    }

    @Test
    void aPolicyWithManyPodsKeepsItsCountWhileOthersComeAndGo() {
        CurrentSnapshot snapshot = new CurrentSnapshot();
        WholeProgram webhook = WholeProgram.over(snapshot);
        snapshot.set(cluster(all("stays")));
        webhook.ask(PodReview.aPod().creation());

        snapshot.set(cluster(all("comes", "stays")));
        webhook.ask(PodReview.aPod().creation());

        assertThat(counts(webhook))
                .isEqualTo(Map.of("comes applied", 1.0, "stays applied", 1.0, "stays unchanged", 1.0));
    }

    @Test
    void theFirst200PoliciesHaveSeriesAndAllOthersOneTogether() {
        CurrentSnapshot snapshot = new CurrentSnapshot();
        WholeProgram webhook = WholeProgram.over(snapshot);
        String[] names =
                IntStream.rangeClosed(1, 203).mapToObj("p%03d"::formatted).toArray(String[]::new);
        snapshot.set(cluster(all(names)));

        webhook.ask(PodReview.aPod().creation());

        assertThat(counts(webhook))
                .hasSize(201)
                .containsEntry("p001 applied", 1.0)
                .containsEntry("p200 unchanged", 1.0)
                .containsEntry("_other unchanged", 3.0);
        snapshot.set(cluster(all("p203")));
        assertThat(counts(webhook)).isEmpty();
    }

    private static List<Policy> all(String... names) {
        return Stream.of(names)
                .map(name -> PolicyFixture.of(policy(name, "match: {}, " + SPOT)))
                .toList();
    }

    private static Snapshot cluster(List<Policy> policies) {
        return Snapshot.EMPTY.with(PolicySet.of(policies));
    }
}
