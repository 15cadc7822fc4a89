package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pods that controllers make of templates. */
class PodTemplateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apps/v1 | Deployment | template | ReplicaSet | generateName | web- | pod-template-hash: '?'",
                "apps/v1 | ReplicaSet | template | ReplicaSet | generateName | web- | pod-template-hash: '?'",
                "apps/v1 | StatefulSet | template | StatefulSet | name | web-0 | controller-revision-hash: '?', apps.kubernetes.io/pod-index: '0', statefulset.kubernetes.io/pod-name: web-0",
                "apps/v1 | DaemonSet | template | DaemonSet | generateName | web- | controller-revision-hash: '?', pod-template-generation: '?'",
                "v1 | ReplicationController | template | ReplicationController | generateName | web- | ",
                "batch/v1 | Job | template | Job | generateName | web- | batch.kubernetes.io/job-name: web, job-name: web, batch.kubernetes.io/controller-uid: '?', controller-uid: '?'",
                "batch/v1 | CronJob | jobTemplate | Job | generateName | web- | batch.kubernetes.io/job-name: '?', job-name: '?', batch.kubernetes.io/controller-uid: '?', controller-uid: '?'",
            })
    void aPodHasTheOwnerAndTheLabelsThatItsControllerGivesIt(
            String version, String kind, String template, String owner, String nameField, String name, String labels)
            throws Exception {
        String pods = "template: {metadata: {labels: {a: b}, annotations: {c: d}}, spec: {hostNetwork: false}}";
        String spec = template.equals("template") ? pods : "jobTemplate: {spec: {" + pods + "}}";
        Manifest manifest = ExplainerFixture.manifest("{apiVersion: " + version + ", kind: " + kind
                + ", metadata: {name: web, namespace: shop}, spec: {" + spec + "}}");

        JsonNode pod = PodTemplate.of(manifest).pod();

        assertThat(pod.get("metadata"))
                .isEqualTo(Yaml.tree("{" + nameField + ": " + name + ", namespace: shop, labels: {a: b"
                        + (labels == null ? "" : ", " + labels)
                        + "}, annotations: {c: d},"
                        + " ownerReferences: [{apiVersion: " + version + ", kind: " + owner
                        + ", name: web, controller: true}]}"));
        assertThat(pod.at("/spec/hostNetwork").booleanValue()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"extensions/v1beta1, Deployment", "v1, Job", "example.com/v1, DaemonSet"})
    void aKindOfAnotherGroupIsNoWorkload(String version, String kind) {
        assertThat(PodTemplate.isIn(
                        ExplainerFixture.manifest("{apiVersion: " + version + ", kind: " + kind + ", spec: {}}")))
                .isFalse();
    }

    @Test
    void theDaemonSetControllerOverwritesItsOwnEntriesAndAppendsTheRest() throws InvalidManifestException {
        JsonNode tolerations = tolerationsOfPods("{hostNetwork: true, tolerations: ["
                + "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 30},"
                + "{key: node.kubernetes.io/not-ready, operator: Equal, effect: NoExecute, tolerationSeconds: 30}]}");

        assertThat(tolerations)
                .isEqualTo(Yaml.tree("[{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute},"
                        + "{key: node.kubernetes.io/not-ready, operator: Equal, effect: NoExecute, tolerationSeconds: 30},"
                        + "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute},"
                        + "{key: node.kubernetes.io/disk-pressure, operator: Exists, effect: NoSchedule},"
                        + "{key: node.kubernetes.io/memory-pressure, operator: Exists, effect: NoSchedule},"
                        + "{key: node.kubernetes.io/pid-pressure, operator: Exists, effect: NoSchedule},"
                        + "{key: node.kubernetes.io/unschedulable, operator: Exists, effect: NoSchedule},"
                        + "{key: node.kubernetes.io/network-unavailable, operator: Exists, effect: NoSchedule}]"));
    }

    @Test
    void withoutAListAndHostNetworkItAppendsSix() throws InvalidManifestException {
        assertThat(tolerationsOfPods("{containers: []}")).hasSize(6);
    }

    @Test
    void aListThatIsNotInTheFormOfTheApiIsLeftForTheReaderToReport() throws InvalidManifestException {
        assertThat(tolerationsOfPods("{tolerations: [{key: 1}]}")).isEqualTo(Yaml.tree("[{key: 1}]"));
    }

    private static JsonNode tolerationsOfPods(String spec) throws InvalidManifestException {
        Manifest daemonSet = ExplainerFixture.manifest(
                "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec: {template: {spec: " + spec
                        + "}}}");
        return PodTemplate.of(daemonSet).pod().at("/spec/tolerations");
    }
}
