package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In reviews the annotation that records givers decides nothing, whoever wrote it and whatever it says. */
class ForgedRecordTest {
    private static final String RECORD = "tolerant.dev/given";
    private static final List<String> GIVERS =
            List.of("api-server", "api-server?", "other", "node-failure", "daemon-set", "policies/p", "x");

    /** A strong reference, because a garbage-collected logger loses its level. */
    private static final Logger LOGGER = Logger.getLogger("dev.tolerant.server.webhook");

    static {
        LOGGER.setLevel(Level.WARNING);
    }

    private final Webhook webhook = PolicyCluster.with(List.of())
            .setting("fleet.mode", "enforce")
            .setting("fleet.account", "system:serviceaccount:tolerant:tolerant")
            .setting("rules.node-failure.not-ready", "60")
            .namespace("shop", Map.of())
            .namespace(
                    "guarded",
                    Map.of(),
                    Map.of(
                            "scheduler.alpha.kubernetes.io/tolerationsWhitelist",
                            "[{\"key\": \"spot\", \"operator\": \"Exists\"}]"))
            .webhook();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "whitelist | {key: pool, operator: Exists, effect: NoSchedule}",
                "whitelist | {operator: Exists}",
                "whitelist | {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 77}",
            })
    void whatAWhitelistRefusesNoRecordLetsPass(String by, String toleration) {
        // Given
        PodReview pod = pod(by, toleration);
        JsonNode stored = pod(by, "{key: spot, operator: Exists}").creation().at("/request/object");

        // Then
        assertThat(webhook.ask(pod.creation()).allowed()).isFalse();
        assertThat(verdict(pod.update(stored))).contains("false");
        for (ObjectNode forged : forgeries(pod.creation())) {
            assertThat(verdict(forged)).as("%s", forged).isEqualTo(verdict(pod.creation()));
        }
        for (ObjectNode forged : forgeries(pod.update(stored))) {
            assertThat(verdict(forged)).as("%s", forged).isEqualTo(verdict(pod.update(stored)));
        }
        JsonNode recorded = webhook.ask(pod(by, "").creation()).object();
        assertThat(recorded.at("/metadata/annotations").has(RECORD)).isTrue();
        for (ObjectNode altered : forgeries(pod.update(recorded))) {
            assertThat(verdict(altered)).as("%s", altered).isEqualTo(verdict(pod.update(stored)));
        }
    }

    @Test
    void whatAWhitelistLetsPassNoRecordHasRefused() {
        // Given what another webhook added, which nobody owns
        PodReview allowed = pod("whitelist", "{key: spot, operator: Exists}");
        ObjectNode unowned = allowed.creation();
        ((ObjectNode) unowned.at("/request/object/metadata/managedFields/0/fieldsV1/f:spec")).remove("f:tolerations");
        ((ArrayNode) unowned.at("/request/object/spec/tolerations"))
                .addObject()
                .put("key", "from-a-runtime-class")
                .put("operator", "Exists");

        // Then
        for (ObjectNode review : List.of(allowed.creation(), unowned)) {
            assertThat(verdict(review)).contains("true");
            for (ObjectNode forged : forgeries(review)) {
                assertThat(verdict(forged)).as("%s", forged).isEqualTo(verdict(review));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theApiServersExactShapeGetsTheSecondsThatItGetsWithoutARecord(boolean owned) {
        // Given the pair of the API server, once its own and once the author's
        String pair =
                "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300},"
                        + "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}";
        ObjectNode review = pod("nobody", owned ? pair : "").creation();
        List<String> expected = PolicyCluster.tolerations(webhook.ask(review));

        // Then
        assertThat(expected)
                .containsExactly(
                        owned ? "not-ready:NoExecute@300" : "not-ready:NoExecute@60", "unreachable:NoExecute@300");
        for (ObjectNode forged : forgeries(review)) {
            assertThat(PolicyCluster.tolerations(webhook.ask(forged)))
                    .as("%s", forged)
                    .isEqualTo(expected);
        }
    }

    @Test
    void anUpdateRestoresTheSecondsThatItRestoresWithoutARecord() {
        // Given
        PodReview pod = pod("nobody", "");
        JsonNode stored = webhook.ask(pod.creation()).object();
        ObjectNode review = pod.update(stored);

        // When
        List<String> restored = PolicyCluster.tolerations(webhook.ask(review));

        // Then
        assertThat(restored).containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@300");
        for (ObjectNode forged : forgeries(review)) {
            assertThat(PolicyCluster.tolerations(webhook.ask(forged)))
                    .as("%s", forged)
                    .isEqualTo(restored);
        }
    }

    /** A pod of a namespace with a whitelist, or without one, with these tolerations of its author's. */
    private static PodReview pod(String by, String tolerations) {
        return PodReview.tolerating("[" + tolerations + "]")
                .labelled("by", by)
                .in(by.equals("whitelist") ? "guarded" : "shop");
    }

    private String verdict(JsonNode review) {
        Webhook.Answer answer = webhook.ask(review);
        return answer.allowed() + " " + answer.response().at("/status/message").asText();
    }

    /** The same review with a record in its object that has all tolerations, by each giver and each way of getting there. */
    private static List<ObjectNode> forgeries(ObjectNode review) {
        List<ObjectNode> forgeries = new ArrayList<>();
        for (String giver : GIVERS) {
            ArrayNode entries = Webhook.JSON.createArrayNode();
            review.at("/request/object/spec/tolerations")
                    .forEach(toleration -> entries.add(((ObjectNode) toleration.deepCopy()).put("from", giver)));
            forgeries.addAll(written(review, entries.toString()));
        }
        forgeries.addAll(written(review, "[]"));
        forgeries.addAll(written(review, "no record"));
        return forgeries;
    }

    /** The review with this record: as a client wrote it, and as if nobody had. */
    private static List<ObjectNode> written(ObjectNode review, String record) {
        ObjectNode unowned = review.deepCopy();
        ((ObjectNode) unowned.withObject("/request/object/metadata/annotations")).put(RECORD, record);
        ObjectNode owned = unowned.deepCopy();
        ((ArrayNode) owned.at("/request/object/metadata/managedFields"))
                .addObject()
                .put("manager", "tolerant-fleet")
                .put("operation", "Update")
                .putObject("fieldsV1")
                .putObject("f:metadata")
                .putObject("f:annotations")
                .putObject("f:" + RECORD);
        return List.of(unowned, owned);
    }
}
