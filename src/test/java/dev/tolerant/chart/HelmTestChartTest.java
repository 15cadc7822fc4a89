package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.Main;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pod of {@code helm test}. */
class HelmTestChartTest {

    @Test
    void itIsAHookAndNoPartOfTheRelease() {
        assertThat(RenderedChart.ofDefaults().all(Pod.class)).isEmpty();
        assertThat(RenderedChart.read(RenderedChart.CHART.resolve("templates/tests/review.yaml")))
                .contains("\"helm.sh/hook\" \"test\"");
    }

    @Test
    void itsReviewIsOneThatTheProgramAnswersAsTheCommandExpects() throws Exception {
        Pod pod = RenderedChart.withHooks(RenderedChart.NAMESPACE, RenderedChart.NAME, "{}")
                .only(Pod.class);
        List<String> arguments = pod.getSpec().getContainers().get(0).getArgs();
        String review = arguments.get(arguments.indexOf("--review") + 1);

        byte[] answer = WholeProgram.with(Map.of()).answer(review.getBytes(StandardCharsets.UTF_8));

        JsonNode json = WholeProgram.JSON.readTree(answer);
        assertThat(new String(answer, StandardCharsets.UTF_8)).contains("\"allowed\":true");
        assertThat(json.at("/response/uid").asText()).isEqualTo("helm-test");
        assertThat(json.at("/response/patchType").asText()).isEqualTo("JSONPatch");
        assertThat(json.at("/response/warnings").isMissingNode()).isTrue();
    }

    @Test
    void theProgramHasTheCommandThatItsContainersRun() {
        PodSpec pod = RenderedChart.withHooks(RenderedChart.NAMESPACE, RenderedChart.NAME, "{}")
                .only(Pod.class)
                .getSpec();

        assertThat(Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream()))
                .hasSize(2)
                .allSatisfy(container -> {
                    assertThat(container.getCommand()).isEmpty();
                    assertThat(Main.commandLine()
                                    .parseArgs(container.getArgs().toArray(String[]::new))
                                    .errors())
                            .isEmpty();
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "webhookFrom: [{ipBlock: {cidr: 10.0.0.2/32}}]",
                "managementFrom: [{namespaceSelector: {matchLabels: {monitoring: \"true\"}}}]",
                "webhookFrom: [{ipBlock: {cidr: 10.0.0.2/32}}], managementFrom: [{ipBlock: {cidr: 10.0.0.3/32}}]",
                "webhookFrom: null, managementFrom: null"
            })
    void theNetworkPolicyLetsItAskBothPorts(String values) {
        RenderedChart chart = RenderedChart.withHooks(
                RenderedChart.NAMESPACE,
                RenderedChart.NAME,
                "{nameOverride: other, commonLabels: {team: platform}, networkPolicy: {enabled: true, " + values
                        + "}}");
        NetworkPolicy policy = chart.only(NetworkPolicy.class);
        Map<String, String> test = chart.only(Pod.class).getMetadata().getLabels();

        assertThat(selects(policy.getSpec().getPodSelector(), test)).isFalse();
        assertThat(policy.getSpec().getIngress())
                .filteredOn(rule -> admits(rule, test))
                .flatExtracting(NetworkPolicyIngressRule::getPorts)
                .extracting(port -> port.getPort().getStrVal())
                .containsExactlyInAnyOrder("https", "management");
    }

    private static boolean admits(NetworkPolicyIngressRule rule, Map<String, String> labels) {
        return rule.getFrom().isEmpty()
                || rule.getFrom().stream()
                        .anyMatch(peer -> peer.getPodSelector() != null
                                && peer.getNamespaceSelector() == null
                                && selects(peer.getPodSelector(), labels));
    }

    private static boolean selects(LabelSelector selector, Map<String, String> labels) {
        return labels.entrySet().containsAll(selector.getMatchLabels().entrySet());
    }
}
