package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pods are counted by policy and by what the policy did for them, and only policies that are in force have counters. */
class PolicyPodsTest {
    private static final String SPOT = "tolerations: [{key: spot, operator: Exists}]";

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final CurrentSnapshot snapshot = new CurrentSnapshot();
    private final PolicyPods pods = new PolicyPods(metrics, snapshot);
    private final Webhook webhook = Webhook.over(snapshot, pods);

    private void inForce(String... policies) {
        inForce(Stream.of(policies).map(PolicyFixture::of).toList());
    }

    private void inForce(List<Policy> policies) {
        snapshot.set(PolicyFixture.snapshot(PolicySet.of(policies)));
    }

    private static String policy(String name, String spec) {
        return "{metadata: {name: " + name + "}, spec: {" + spec + "}}";
    }

    /** Counts by policy and outcome. */
    private Map<String, Double> counts() {
        Map<String, Double> counts = new TreeMap<>();
        for (Counter counter : metrics.find("tolerant.policy.pods").counters()) {
            counts.put(counter.getId().getTag("policy") + " " + counter.getId().getTag("outcome"), counter.count());
        }
        return counts;
    }

    @Test
    void eachOutcomeIsCountedByItsPolicy() {
        inForce(
                policy("gives", "match: {}, " + SPOT),
                policy("audits", "match: {}, mode: Audit, tolerations: [{key: audited, operator: Exists}]"),
                policy("has-nothing", "match: {}"),
                policy("elsewhere", "match: {podSelector: {matchLabels: {app: db}}}, " + SPOT));

        webhook.ask(PodReview.aPod().creation());

        assertThat(counts())
                .isEqualTo(Map.of("gives applied", 1.0, "audits audited", 1.0, "has-nothing unchanged", 1.0));
    }

    @Test
    void aPodThatHasItAllAlreadyIsUnchanged() {
        inForce(policy("gives", "match: {}, " + SPOT));

        webhook.ask(PodReview.tolerating("[{key: spot, operator: Exists}]").creation());

        assertThat(counts()).isEqualTo(Map.of("gives unchanged", 1.0));
    }

    @Test
    void twoHundredPoliciesAreNamedAndTheOthersShareAName() {
        inForce(many(0, 250));

        webhook.ask(PodReview.aPod().creation());
        webhook.ask(PodReview.aPod().creation());

        assertThat(counts()).hasSize(201).containsEntry("_other applied", 100.0).containsValue(2.0);
    }

    private static List<Policy> many(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> PolicyFixture.of(
                        policy("p-" + i, "match: {}, tolerations: [{key: k" + i + ", operator: Exists}]")))
                .toList();
    }

    @Test
    void aPolicyThatIsGoneLeavesNoCounterAndMakesRoomForAnother() {
        inForce(many(0, 200));
        webhook.ask(PodReview.aPod().creation());

        inForce(many(100, 300));

        assertThat(counts()).hasSize(100).doesNotContainKey("p-99 applied");

        webhook.ask(PodReview.aPod().creation());

        assertThat(counts()).hasSize(200).containsEntry("p-100 applied", 2.0).containsEntry("p-299 applied", 1.0);
    }

    @Test
    void aReviewThatNoPolicyMatchesIsNotCounted() {
        webhook.ask(PodReview.aPod().creation());

        assertThat(counts()).isEmpty();
    }
}
