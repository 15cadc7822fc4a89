package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Promise 2 for reviews that once got a different answer the second time. */
class AskingAgainCasesTest {
    private static final String OWNED = "'managedFields': [{'fieldsV1': {'f:spec': {'f:tolerations': {}}}}]";

    @Test
    void whatANamespaceGaveADaemonSetPodIsNotTakenForItsControllers() {
        WholeProgram webhook = WholeProgram.with(
                Map.of("rules.daemon-set.seconds", "60"),
                NamespaceFixture.annotated(
                        "scheduler.alpha.kubernetes.io/defaultTolerations",
                        "[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\"}]"));
        JsonNode pod = Yaml.tree("{'metadata': {'ownerReferences': ["
                + "{'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'controller': true}]}, 'spec': {}}");
        ObjectNode review = PodReview.aPod().by(PodView.DAEMON_SET_CONTROLLER).with(pod);
        JsonNode result = webhook.ask(review).object();

        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, result));

        assertThat(result.path("spec").path("tolerations")).hasSizeGreaterThan(2);
        assertThat((JsonNode) again.patch()).isEmpty();
    }

    @Test
    void secondsThatAnUpdateGotBackAreNotJudgedAsNew() {
        WholeProgram webhook = WholeProgram.with(
                Map.of(),
                NamespaceFixture.annotated(
                        "scheduler.alpha.kubernetes.io/tolerationsWhitelist",
                        "[{\"key\":\"dedicated\",\"operator\":\"Exists\"}]"));
        ObjectNode review = PodReview.update(
                "{'metadata': {" + OWNED + "}, 'spec': {'tolerations': ["
                        + "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists', 'effect': 'NoExecute',"
                        + " 'tolerationSeconds': 300},"
                        + "{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute',"
                        + " 'tolerationSeconds': 300}]}}",
                "{'spec': {'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists'},"
                        + "{'key': 'node.kubernetes.io/unreachable', 'operator': 'Exists', 'effect': 'NoExecute',"
                        + " 'tolerationSeconds': 300}]}}");
        WholeProgram.Answer first = webhook.ask(review);

        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, first.object()));

        assertThat(again.allowed()).isEqualTo(first.allowed());
    }

    @Test
    void anAuthorsEntryThatLooksInjectedOnlyWithOursAfterItGetsItsSecondsAtOnce() {
        WholeProgram webhook = WholeProgram.with(
                Map.of("rules.node-failure.not-ready", "3600", "rules.node-failure.override", "likely"));
        ObjectNode review = PodReview.create("{'metadata': {" + OWNED + "}, 'spec': {'tolerations': ["
                + "{'key': 'dedicated', 'operator': 'Exists'},"
                + "{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute',"
                + " 'tolerationSeconds': 300}]}}");
        WholeProgram.Answer first = webhook.ask(review);

        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, first.object()));

        assertThat(first.object().at("/spec/tolerations/1/tolerationSeconds").longValue())
                .isEqualTo(3600);
        assertThat((JsonNode) again.patch()).isEmpty();
    }

    @Test
    void aWideTolerationIsGivenAtOnceWhereAnotherPluginsEntryDecidesTheSeconds() throws Exception {
        WholeProgram webhook =
                WholeProgram.ofFiles(Map.of("rules.namespace-annotations.api-server-enforces", "true"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: wide}
                spec:
                  match: {}
                  nodeFailure: {notReady: 77}
                  tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists}]
                """);
        String failed = "{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute'";
        ObjectNode review = PodReview.create("{'metadata': {'managedFields': [{'fieldsV1': {'f:spec': {}}}]}, 'spec':"
                + " {'containers': [{'name': 'c', 'resources': {'limits': {'cpu': 1}}}], 'tolerations': ["
                + failed + ", 'tolerationSeconds': 300}, " + failed + "}]}}");
        WholeProgram.Answer first = webhook.ask(review);

        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, first.object()));

        assertThat(first.patch()).isNotEmpty();
        assertThat((JsonNode) again.patch()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "false | {'key': 'node.kubernetes.io/not-ready', 'operator': 'Equal'},"
                        + " {'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists', 'effect': 'NoExecute',"
                        + " 'tolerationSeconds': 300}",
                "true | {'key': 'node.kubernetes.io/not-ready', 'value': '7', 'effect': 'NoExecute',"
                        + " 'tolerationSeconds': 0}, {'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists',"
                        + " 'effect': 'NoExecute', 'tolerationSeconds': 30}"
            })
    void whatIsGivenAndEqualsTheApiServersOwnHasItsLastSecondsAtOnce(String enforces, String defaults) {
        WholeProgram webhook = WholeProgram.with(
                Map.of(
                        "rules.namespace-annotations.api-server-enforces",
                        enforces,
                        "rules.node-failure.override",
                        "proven"),
                NamespaceFixture.annotated(
                        "scheduler.alpha.kubernetes.io/defaultTolerations", ("[" + defaults + "]").replace('\'', '"')));
        ObjectNode review = PodReview.create("{'metadata': {'managedFields': [{'fieldsV1': {'f:spec': {}}}]}, 'spec':"
                + " {'tolerations': [{'key': 'spot', 'operator': 'Exists'}]}}");
        WholeProgram.Answer first = webhook.ask(review);

        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, first.object()));

        assertThat(first.patch()).isNotEmpty();
        assertThat((JsonNode) again.patch()).isEmpty();
    }
}
