package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pod of {@code helm test}. */
class HelmTestChartTest {

    @Test
    void itIsAHookAndNoPartOfTheRelease() {
        assertThat(RenderedChart.ofDefaults().all(Pod.class)).isEmpty();
        assertThat(RenderedChart.read(RenderedChart.CHART.resolve("templates/tests/review.yaml")))
                .contains("\"helm.sh/hook\" \"test\"");
    }

    @Test
    void itsReviewIsOneThatTheProgramAnswersAsTheScriptExpects() throws Exception {
        Pod pod = RenderedChart.withHooks(RenderedChart.NAMESPACE, RenderedChart.NAME, "{}")
                .only(Pod.class);
        String review = pod.getSpec().getContainers().get(0).getEnv().get(0).getValue();

        byte[] answer = Webhook.with(Map.of()).answer(review.getBytes(StandardCharsets.UTF_8));

        JsonNode json = Webhook.JSON.readTree(answer);
        assertThat(new String(answer, StandardCharsets.UTF_8)).contains("\"allowed\":true");
        assertThat(json.at("/response/uid").asText()).isEqualTo("helm-test");
        assertThat(json.at("/response/patchType").asText()).isEqualTo("JSONPatch");
        assertThat(json.at("/response/warnings").isMissingNode()).isTrue();
    }
}
