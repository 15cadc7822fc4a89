package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.rule.Step.Withheld;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is given to a pod whose list of tolerations is about as long as one may be. */
class FullListTest {
    private static final String TWENTY = """
            metadata: {name: twenty}
            spec: {match: {}, tolerations: [%s]}
            """.formatted(entries("given", 20));

    private static String entries(String key, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"key\": \"" + key + i + "\", \"operator\": \"Exists\", \"effect\": \"NoSchedule\"}")
                .collect(Collectors.joining(", "));
    }

    private static ObjectNode pod(int tolerations) {
        return PodReview.createSpec("{'tolerations': [" + entries("own", tolerations) + "]}");
    }

    @ParameterizedTest
    @CsvSource({"20, false", "19, true", "1, true", "0, true", "-50, true"})
    void whatThereIsRoomForIsGivenAndTheRestIsSaid(int room, boolean withheld) {
        WholeProgram webhook = PolicyCluster.with(TWENTY).webhook();
        ObjectNode review = pod(PodFacts.GIVEN_UP_TO - room);

        WholeProgram.Answer answer = webhook.ask(review);

        JsonNode list = answer.object().at("/spec/tolerations");
        assertThat(list).hasSize(Math.max(PodFacts.GIVEN_UP_TO, PodFacts.GIVEN_UP_TO - room));
        assertThat(PolicyCluster.warnings(answer).stream()
                        .anyMatch(each -> each.startsWith("tolerant: TolerationPolicy twenty does not give ")
                                && each.endsWith(Withheld.NO_ROOM)))
                .isEqualTo(withheld);
        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, answer.object()));
        assertThat((JsonNode) again.patch()).isEmpty();
    }

    @Test
    void aRuleSaysSoToo() {
        WholeProgram.Answer answer = WholeProgram.with(Map.of()).ask(pod(PodFacts.MAX_TOLERATIONS));

        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer))
                .contains(
                        "tolerant: node-failure does not give node.kubernetes.io/not-ready:NoExecute op=Exists for 300s: "
                                + Withheld.NO_ROOM);
    }

    /** The pod would wait for a node whose taints it does not tolerate. */
    @Test
    void halfAPoolIsNotGiven() {
        WholeProgram webhook = PolicyCluster.with("""
                metadata: {name: pool}
                spec:
                  match: {}
                  nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [pool, gpu]}
                """).webhook();

        WholeProgram.Answer answer = webhook.ask(pod(PodFacts.GIVEN_UP_TO - 1));

        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isTrue();
    }

    /** The API lets nobody take entries away. */
    @Test
    void whatAnUpdateDropsIsRestoredAllTheSame() {
        String stored = "{'spec': {'tolerations': [" + entries("own", PodFacts.MAX_TOLERATIONS) + "]}}";

        WholeProgram.Answer answer = WholeProgram.with(Map.of()).ask(PodReview.update("{'spec': {}}", stored));

        assertThat(answer.object().at("/spec/tolerations")).hasSize(PodFacts.MAX_TOLERATIONS);
    }
}
