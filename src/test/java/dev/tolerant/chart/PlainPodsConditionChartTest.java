package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.registration.GuardConditions;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.OfflineSettings;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The condition that leaves plain new pods out of {@code /validate}: its text, and what it is true for. */
class PlainPodsConditionChartTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PLAIN_POD = Path.of("src/test/resources/reviews/pod-create-bare.json");
    private static final String OTHER_SECONDS =
            "restrictions: {enabled: true}\nsettings: {rules: {nodeFailure: {apiServerNotReady: 40,"
                    + " apiServerUnreachable: 50}, namespaceAnnotations: {enabled: %b}}}";

    private static final MatchConditions BY_DEFAULT = conditions("restrictions: {enabled: true}");
    private static final MatchConditions WITHOUT_ANNOTATIONS = conditions(OTHER_SECONDS.formatted(false));

    @Test
    void theTextHasTheSecondsOfTheValues() {
        assertThat(text(OTHER_SECONDS.formatted(true))).isEqualTo("""
                request.operation != 'CREATE' || request.kind.kind != 'Pod'
                || has(object.spec.nodeName) || has(object.spec.nodeSelector)
                || (has(object.spec.tolerations) && !object.spec.tolerations.all(t, size(t) == 4
                && has(t.key) && has(t.operator) && has(t.effect) && has(t.tolerationSeconds)
                && t.operator == 'Exists' && t.effect == 'NoExecute'
                && ((t.key == 'node.kubernetes.io/not-ready' && t.tolerationSeconds == 40)
                || (t.key == 'node.kubernetes.io/unreachable' && t.tolerationSeconds == 50))))""");
    }

    @Test
    void nodeSelectorsAreIndifferentWhereNamespacesHaveNone() {
        assertThat(text(OTHER_SECONDS.formatted(false)))
                .isEqualTo(text(OTHER_SECONDS.formatted(true)).replace(" || has(object.spec.nodeSelector)", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "restrictions: {failurePolicy: Ignore}",
                "settings: {mode: audit}",
                "settings: {rules: {nodeFailure: {apiServerNotReady: 30, apiServerUnreachable: 1000000}}}",
                "settings: {rules: {nodeFailure: {apiServerNotReady: -1, apiServerUnreachable: 0}}}",
                "settings: {rules: {namespaceAnnotations: {enabled: false}}}",
                "settings: {rules: {nodeFailure: {notReady: 60, unreachable: never}}}",
                "settings: {extraProperties: {tolerant.rules.node-failure.api-server-not-ready: 77}}",
                "settings: {extraProperties: {tolerant.rules.node-failure.api-server-unreachable: '78'}}",
                "settings: {extraProperties: {tolerant.rules.namespace-annotations.enabled: false}}",
                "certificates: {mode: certManager}",
                "policies: {source: none}",
            })
    void theProgramKnowsEveryConditionOfItsOwnSettings(String values) throws InvalidSettingsException {
        // Given
        RenderedChart chart =
                RenderedChart.with(values.equals("{}") ? "restrictions: {enabled: true}" : enabled(values));

        // When
        TolerantConfig config = OfflineSettings.parsed(
                SettingsFile.of(chart).entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining("\n")),
                "the chart");
        GuardConditions known = GuardConditions.of(config);

        // Then
        ValidatingWebhook webhook = RegistrationChartTest.validating(chart);
        assertThat(webhook.getMatchConditions())
                .extracting(MatchCondition::getName)
                .endsWith("tolerations-changed", GuardConditions.COULD_BE_RESTRICTED);
        assertThat(webhook.getMatchConditions()).allSatisfy(condition -> {
            assertThat(known.leftOut(condition.getExpression())).isPresent();
            assertThat(known.isOfPlainPods(condition.getExpression()))
                    .isEqualTo(condition.getName().equals(GuardConditions.COULD_BE_RESTRICTED));
        });
    }

    private static String enabled(String values) {
        return values.startsWith("restrictions:")
                ? values.replace("{failurePolicy", "{enabled: true, failurePolicy")
                : values + "\nrestrictions: {enabled: true}";
    }

    @Test
    void aRegistrationOfAProgramElsewhereHasItToo() {
        assertThat(text(RenderedChart.ciValues("developer"))).contains("t.tolerationSeconds == 300");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'${SECONDS:300}'", "'0300'", "never", "1234567890123456789012"})
    void secondsThatOnlyTheProgramCanReadHaveEveryPodAskedAbout(String seconds) {
        // When
        RenderedChart chart = RenderedChart.with(
                "restrictions: {enabled: true}\nsettings: {extraProperties: {tolerant.rules.node-failure.api-server-not-ready: "
                        + seconds + "}}");

        // Then
        assertThat(RegistrationChartTest.validating(chart).getMatchConditions())
                .extracting(MatchCondition::getName)
                .containsExactly("not-a-mirror-pod", "tolerations-changed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                             | false",
                "{'tolerations': []}                                            | false",
                "{'tolerations': [NR 300, UR 300]}                              | false",
                "{'tolerations': [UR 300, NR 300, NR 300]}                      | false",
                "{'tolerations': [UR 300]}                                      | false",
                "{'affinity': {'nodeAffinity': {}}, 'priorityClassName': 'high'} | false",
                "{'tolerations': [{'operator': 'Exists'}]}                      | true",
                "{'tolerations': [{'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': 300}]} | true",
                "{'tolerations': [{'key': 'dedicated', 'operator': 'Exists'}]}  | true",
                "{'tolerations': [NR 300, UR 300, {'key': 'a', 'value': 'b'}]}  | true",
                "{'tolerations': [NR 299]}                                      | true",
                "{'tolerations': [NR 300, UR 301]}                              | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute'}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'tolerationSeconds': 300}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'effect': 'NoExecute', 'tolerationSeconds': 300}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Equal', 'value': 'a', 'effect': 'NoExecute', 'tolerationSeconds': 300}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'value': 'a', 'effect': 'NoExecute'}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': 300, 'new': 1}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoSchedule', 'tolerationSeconds': 300}]} | true",
                "{'tolerations': [{'key': 'node.kubernetes.io/memory-pressure', 'operator': 'Exists', 'effect': 'NoSchedule'}]} | true",
                "{'nodeName': 'worker'}                                         | true",
                "{'nodeSelector': {'disk': 'ssd'}}                              | true",
            })
    void onlyPlainNewPodsAreNotAskedAbout(String spec, boolean asked) throws IOException {
        assertThat(BY_DEFAULT.call(review("CREATE", "Pod", spec))).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'tolerations': [NR 40, UR 50]}   | false",
                "{'tolerations': [NR 50, UR 40]}   | true",
                "{'tolerations': [NR 300, UR 300]} | true",
                "{'nodeSelector': {'disk': 'ssd'}} | false",
                "{'nodeName': 'worker'}            | true",
            })
    void otherSettingsAskAboutOthers(String spec, boolean asked) throws IOException {
        assertThat(WITHOUT_ANNOTATIONS.call(review("CREATE", "Pod", spec))).isEqualTo(asked);
    }

    @Test
    void anUpdateThatChangesTolerationsIsAskedAboutWhateverTheyBecome() throws IOException {
        // Given
        ObjectNode review = review("UPDATE", "Pod", "{'tolerations': [NR 300, UR 300]}");

        // When
        ObjectNode old = ((ObjectNode) review.get("request")).putObject("oldObject");
        old.set("spec", JSON.readTree("{}"));

        // Then
        assertThat(BY_DEFAULT.call(review)).isTrue();
    }

    @Test
    void whatIsNoPodIsAskedAboutAndFailsNothing() throws IOException {
        // Given
        ObjectNode binding = review("CREATE", "Binding", "{}");
        ((ObjectNode) binding.at("/request/object")).remove("spec");

        // Then
        assertThat(BY_DEFAULT.call(binding)).isTrue();
    }

    private static ObjectNode review(String operation, String kind, String spec) throws IOException {
        ObjectNode review = (ObjectNode) JSON.readTree(PLAIN_POD.toFile());
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("operation", operation).putNull("oldObject");
        ((ObjectNode) request.get("kind")).put("kind", kind);
        ((ObjectNode) request.get("object"))
                .set(
                        "spec",
                        JSON.readTree(spec.replaceAll("NR (\\d+)", shape("not-ready"))
                                .replaceAll("UR (\\d+)", shape("unreachable"))
                                .replace('\'', '"')));
        return review;
    }

    private static String shape(String taint) {
        return "{'key': 'node.kubernetes.io/" + taint
                + "', 'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': $1}";
    }

    private static MatchConditions conditions(String values) {
        return new MatchConditions(
                RegistrationChartTest.validating(RenderedChart.with(values)).getMatchConditions());
    }

    private static String text(String values) {
        Map<String, String> texts =
                RegistrationChartTest.validating(RenderedChart.with(values)).getMatchConditions().stream()
                        .collect(Collectors.toMap(MatchCondition::getName, MatchCondition::getExpression));
        assertThat(texts.keySet()).containsAll(List.of("tolerations-changed", GuardConditions.COULD_BE_RESTRICTED));
        return String.valueOf(texts.get(GuardConditions.COULD_BE_RESTRICTED));
    }
}
