package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NamespaceFixture;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mirror pods, which the program passes over itself; a condition costs the API server time for every pod. */
class MirrorPodsChartTest {
    private static final Path MIRROR_POD = Path.of("src/test/resources/reviews/pod-create-kube-proxy-mirror.json");

    @ParameterizedTest
    @CsvSource({
        "enforce, Ignore, false",
        "enforce, Fail,   true",
        "audit,   Fail,   false",
    })
    void aConditionKeepsThemOnlyFromAWebhookThatFailsClosed(String mode, String failurePolicy, boolean kept) {
        RenderedChart chart = RenderedChart.with(
                "{settings: {mode: %s}, webhook: {failurePolicy: %s}}".formatted(mode, failurePolicy));

        assertThat(names(RegistrationChartTest.entry(chart, "create.tolerant.dev")
                        .getMatchConditions()))
                .isEqualTo(kept ? List.of("not-a-mirror-pod") : List.of());
        assertThat(names(RegistrationChartTest.entry(chart, "update.tolerant.dev")
                        .getMatchConditions()))
                .isEqualTo(kept ? List.of("not-a-mirror-pod", "scheduling-changed") : List.of("scheduling-changed"));
    }

    @ParameterizedTest
    @CsvSource({
        "system:node:worker, system:nodes, true",
        "system:node:worker, system:authenticated, false",
        "system:serviceaccount:a:b, system:nodes, false",
        "admin, system:masters, false",
    })
    void theProgramPassesOverWhatTheConditionDoes(String user, String group, boolean passedOver) throws IOException {
        Webhook webhook = Webhook.with(
                Map.of(), NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\":\"spot\"}]"));
        MatchConditions condition = new MatchConditions(
                RegistrationChartTest.entry(RenderedChart.with("webhook: {failurePolicy: Fail}"), "create.tolerant.dev")
                        .getMatchConditions());
        ObjectNode review = (ObjectNode) Webhook.JSON.readTree(MIRROR_POD.toFile());

        ObjectNode request = (ObjectNode) review.path("request");
        request.put("namespace", "shop");
        request.putObject("userInfo").put("username", user).putArray("groups").add(group);

        assertThat(condition.call(review)).isEqualTo(!passedOver);
        assertThat(webhook.ask(review).allowed()).isEqualTo(passedOver);
        assertThat(webhook.ask(review).patch()).isEmpty();
    }

    private static List<String> names(List<MatchCondition> conditions) {
        return conditions.stream().map(MatchCondition::getName).toList();
    }
}
