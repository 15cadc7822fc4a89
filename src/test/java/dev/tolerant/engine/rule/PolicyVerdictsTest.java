package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.aPod;
import static dev.tolerant.server.webhook.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.promise.ManyTrials;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@code /validate} gives the finished pod the verdict that {@code /mutate} gave it, and changes nothing. */
class PolicyVerdictsTest {
    private static final String POLICIES = """
            metadata: {name: ml-pool}
            spec:
              match: {podSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: pool, value: ml, effect: NoSchedule}]
              requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]
            ---
            metadata: {name: keep-out}
            spec: {match: {}, restrict: {deny: [{key: pool}]}}
            """;

    @Test
    void aFinishedPodIsAllowedWithoutAPatch() {
        // Given
        Webhook webhook = PolicyCluster.with(POLICIES).webhook();
        JsonNode review = aPod().labelled("team", "ml").creation();

        // When
        Webhook.Answer answer =
                webhook.judge(Webhook.withObject(review, webhook.ask(review).object()));

        // Then
        assertThat(answer.allowed()).isTrue();
        assertThat(answer.response().has("patch")).isFalse();
        assertThat(answer.response().path("uid").asText()).isEqualTo("uid-1");
    }

    @Test
    void aPodThatNeverWentThroughIsJudgedAndNotChanged() {
        // Given
        Webhook webhook = PolicyCluster.with(POLICIES).webhook();

        // When
        Webhook.Answer harmless = webhook.judge(aPod().labelled("team", "ml").creation());
        Webhook.Answer forbidden =
                webhook.judge(tolerating("[{operator: Exists}]").creation());

        // Then
        assertThat(harmless.allowed()).isTrue();
        assertThat(harmless.response().has("patch")).isFalse();
        assertThat(forbidden.allowed()).isFalse();
        assertThat(forbidden.response().at("/status/code").asInt()).isEqualTo(403);
        assertThat(forbidden.response().at("/status/message").asText())
                .startsWith("TolerationPolicy keep-out denies toleration op=Exists");
    }

    @Test
    void onUpdateOnlyWhatIsNewIsJudgedHereToo() {
        // Given
        Webhook webhook = PolicyCluster.with(POLICIES).webhook();
        PodReview pod = tolerating("[{key: pool, operator: Exists}]");
        JsonNode stored = pod.creation().at("/request/object");

        // Then
        assertThat(webhook.judge(pod.update(stored)).allowed()).isTrue();
        assertThat(webhook.judge(tolerating("[{key: pool, operator: Exists}, {key: pool, value: x}]")
                                .update(stored))
                        .allowed())
                .isFalse();
        assertThat(webhook.judge(pod.update(stored)).response().has("patch")).isFalse();
    }

    @Test
    void aPolicyThatWarnsWarnsHereToo() {
        // Given
        Webhook webhook = PolicyCluster.with(
                        "{metadata: {name: p}, spec: {mode: Warn, match: {}, restrict: {deny: [{key: pool}]}}}")
                .webhook();

        // When
        Webhook.Answer answer = webhook.judge(tolerating("[{key: pool}]").creation());

        // Then
        assertThat(answer.allowed()).isTrue();
        assertThat(PolicyCluster.warnings(answer)).singleElement().asString().contains("TolerationPolicy p denies");
    }

    @Test
    void aDaemonSetIsNotJudged() throws IOException {
        // Given
        JsonNode review = Webhook.JSON.readTree(Path.of("src/test/resources/reviews/daemonset-create-agent-secs.json")
                .toFile());

        // When
        Webhook.Answer answer = PolicyCluster.with(
                        "{metadata: {name: p}, spec: {match: {}, restrict: {allow: [{key: pool}]}}}")
                .webhook()
                .judge(review);

        // Then
        assertThat(answer.allowed()).isTrue();
    }

    @ManyTrials
    void bothPathsGiveTheSameVerdictOnCreation(long seed) {
        // Given
        PolicyPodGenerator generator = new PolicyPodGenerator(new Random(seed));
        List<String> wrong = new ArrayList<>();
        int refused = 0;

        // When
        for (int i = 0; i < 1000; i++) {
            PolicyCluster cluster = PolicyCluster.with(generator.policies());
            Webhook webhook = cluster.webhook();
            JsonNode review = generator.pod().creation();
            Webhook.Answer mutated = webhook.ask(review);
            Webhook.Answer judged = webhook.judge(Webhook.withObject(review, mutated.object()));
            refused += mutated.allowed() ? 0 : 1;
            boolean same = mutated.allowed() == judged.allowed()
                    && mutated.response()
                            .path("status")
                            .equals(judged.response().path("status"));
            if (!same || judged.response().has("patch")) {
                wrong.add(review.at("/request/object") + ": " + mutated.response() + " and then " + judged.response()
                        + " with " + cluster.policies());
            }
        }

        // Then
        assertThat(wrong).as("seed %d", seed).isEmpty();
        assertThat(refused).as("refused with seed %d", seed).isBetween(1, 999);
    }

    @ManyTrials
    void bothPathsGiveTheSameVerdictOnUpdate(long seed) {
        // Given
        PolicyPodGenerator generator = new PolicyPodGenerator(new Random(seed));
        List<String> wrong = new ArrayList<>();

        // When
        for (int i = 0; i < 1000; i++) {
            PolicyCluster cluster = PolicyCluster.with(generator.policies());
            Webhook webhook = cluster.webhook();
            JsonNode stored = webhook.ask(generator.pod().creation()).object();
            JsonNode review = generator.pod().update(stored);
            Webhook.Answer mutated = webhook.ask(review);
            Webhook.Answer judged = webhook.judge(Webhook.withObject(review, mutated.object()));
            if (mutated.allowed() != judged.allowed()) {
                wrong.add(review + ": " + mutated.response() + " and then " + judged.response() + " with "
                        + cluster.policies());
            }
        }

        // Then
        assertThat(wrong).as("seed %d", seed).isEmpty();
    }

    @ManyTrials
    void askedAgainARandomPodGetsNoPatch(long seed) {
        // Given
        PolicyPodGenerator generator = new PolicyPodGenerator(new Random(seed));
        List<String> wrong = new ArrayList<>();

        // When
        for (int i = 0; i < 1000; i++) {
            PolicyCluster cluster = PolicyCluster.with(generator.policies());
            JsonNode review = generator.pod().creation();
            Webhook.Answer once = cluster.webhook().ask(review);
            Webhook.Answer again = cluster.webhook().ask(Webhook.withObject(review, once.object()));
            if (!again.patch().isEmpty() || again.allowed() != once.allowed()) {
                wrong.add(review.at("/request/object/spec/tolerations") + ": " + once.patch() + " and then "
                        + again.patch() + " with " + cluster.policies());
            }
        }

        // Then
        assertThat(wrong).as("seed %d", seed).isEmpty();
    }
}
