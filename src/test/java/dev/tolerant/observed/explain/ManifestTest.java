package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.testing.ExplainerFixture;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What files may hold, and the one sentence that says what is wrong with one. */
class ManifestTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{a: ['                            | test.yaml cannot be read: it is not YAML or JSON at line 1, column 6",
                "{apiVersion: v1, kind: List, items: [7]} | test.yaml, document 1, item 1: it must be a Kubernetes object,"
                        + " with apiVersion and kind",
                "{apiVersion: v1, kind: Service}    | test.yaml, document 1: it must be a Pod, Deployment, ReplicaSet,"
                        + " StatefulSet, DaemonSet, ReplicationController, Job, CronJob or an AdmissionReview, but is 'v1/Service'",
                "{apiVersion: apps/v1, kind: Deployment, spec: {}} | test.yaml, document 1: spec.template is missing",
                "{apiVersion: apps/v1, kind: DaemonSet, spec: {}}  | test.yaml, document 1: spec.template is missing",
                "{apiVersion: apps/v1, kind: DaemonSet, spec: {template: [1]}} | test.yaml, document 1: spec.template must be"
                        + " an object",
                "{apiVersion: batch/v1, kind: CronJob, spec: {template: {}}} | test.yaml, document 1:"
                        + " spec.jobTemplate.spec.template is missing",
                "{apiVersion: v1, kind: Pod}        | test.yaml, document 1: spec is missing",
                "{apiVersion: v1, kind: Pod, spec: {tolerations: {}}} | test.yaml, document 1: spec.tolerations must be a list,"
                        + " but is an object",
                "{apiVersion: apps/v1, kind: Deployment, spec: {template: {}}} | test.yaml, document 1: spec.template.spec is"
                        + " missing",
                "{apiVersion: apps/v1, kind: DaemonSet, spec: {template: {spec: {tolerations: [3]}}}} | test.yaml, document 1:"
                        + " spec.template.spec.tolerations[0] must be an object, but is a number",
                "{apiVersion: batch/v1, kind: Job, spec: {template: {spec: {tolerations: 3}}}} | test.yaml, document 1:"
                        + " spec.template.spec.tolerations must be a list, but is a number",
                "{apiVersion: admission.k8s.io/v1, kind: AdmissionReview} | test.yaml, document 1: request is missing",
            })
    void whatCannotBeExplainedIsSaidInOneSentence(String yaml, String sentence) {
        assertThatThrownBy(() -> ExplainerFixture.explain(Map.of(), yaml))
                .isInstanceOf(InvalidManifestException.class)
                .hasMessage(sentence);
    }

    @Test
    void aListOfAWholeClusterIsRead() throws Exception {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {annotations: {a: " + "x".repeat(100_000) + "}}, spec: {}}";
        String list = "{apiVersion: v1, kind: List, items: [" + String.join(",", Collections.nCopies(40, pod)) + "]}";

        assertThat(ExplainerFixture.explain(Map.of(), list)).hasSize(40);
    }

    @Test
    void theDocumentIsCounted() {
        assertThatThrownBy(() -> ExplainerFixture.explain(
                        Map.of(), "{apiVersion: v1, kind: Pod, spec: {}}\n---\n{apiVersion: v1, kind: Secret}"))
                .hasMessageStartingWith("test.yaml, document 2: it must be a Pod");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{apiVersion: v1, kind: Pod}  | it must be a v1 Node, but is 'v1/Pod'",
                "{apiVersion: v1, kind: Node} | metadata.name is missing",
                "{apiVersion: v1, kind: Node, metadata: {name: 'n'}, spec: {taints: [{effect: NoSchedule}]}} |"
                        + " spec.taints[0].key is missing",
                "{apiVersion: v1, kind: Node, metadata: {name: 'n'}, spec: {taints: [{key: a}]}} | spec.taints[0].effect must be"
                        + " NoSchedule, PreferNoSchedule or NoExecute",
            })
    void whatIsNoNodeIsSaidInOneSentence(String yaml, String sentence) {
        assertThatThrownBy(() ->
                        NodeReader.read(ManifestFile.of("nodes.yaml", yaml).manifests()))
                .hasMessage("nodes.yaml, document 1: " + sentence);
    }

    @Test
    void aPodThatIsTooLargeForTheWebhookIsToldByItsField() {
        String tolerations = "{key: a}, ".repeat(1001);

        assertThatThrownBy(() -> ExplainerFixture.explain(
                        Map.of(),
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {tolerations: [" + tolerations + "]}}"))
                .hasMessageContaining("spec.tolerations has more than 350 entries; remove some of them");
    }

    @Test
    void aMalformedReviewIsExplainedBecauseTheWebhookAnswersItToo() throws Exception {
        Explanation explanation = ExplainerFixture.explain(
                        Map.of(),
                        "{apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {uid: u, kind: {kind: Pod},"
                                + " operation: CREATE, object: {spec: {tolerations: 1}}}}")
                .get(0);

        assertThat(explanation.verdict().code()).isEqualTo("skipped");
        assertThat(explanation.steps()).singleElement().satisfies(step -> {
            assertThat(step.outcome()).isEqualTo(Step.Outcome.WARNED);
            assertThat(step.sentence())
                    .isEqualTo("leaves the object as it is:"
                            + " request.object.spec.tolerations must be a list, but is a number");
        });
    }
}
