package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As whose a pod from a manifest reaches the webhook. */
class CreatorsTest {
    @ParameterizedTest
    @CsvSource({
        "apps/v1, ReplicaSet, replicaset-controller",
        "apps/v1, StatefulSet, statefulset-controller",
        "apps/v1beta2, DaemonSet, daemon-set-controller",
        "batch/v1, Job, job-controller",
        "v1, ReplicationController, replication-controller",
    })
    void aPodWithAControllerComesFromThatController(String version, String kind, String controller)
            throws InvalidManifestException {
        AdmissionReview question = question(Creators.UNNAMED, owner(version, kind, true));

        assertThat(user(question)).isEqualTo(serviceAccount("kube-system", controller));
        assertThat(question.notes())
                .containsExactly("The pod is explained as if system:serviceaccount:kube-system:" + controller
                        + " had created it, because its controller is " + kind + "/web.");
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example/v1, DaemonSet, true",
        "v1, Job, true",
        "apps/v1, Job, true",
        "apps.kruise.io/v1alpha1, StatefulSet, true",
        "apps/v1, ReplicaSet, false",
    })
    void withoutAControllerThatIsKnownItComesFromAnybody(String version, String kind, boolean controller)
            throws InvalidManifestException {
        AdmissionReview question = question(Creators.UNNAMED, owner(version, kind, controller));

        assertThat(user(question)).isEqualTo(Yaml.tree("{username: '', groups: ['system:authenticated']}"));
        assertThat(question.notes()).isEmpty();
    }

    /** Only the kubelet itself may create the mirror of a static pod, and restrictions leave that alone. */
    @Test
    void theMirrorOfAStaticPodComesFromItsNode() throws InvalidManifestException {
        Manifest mirror = ExplainerFixture.manifest("{apiVersion: v1, kind: Pod, metadata: {annotations:"
                + " {kubernetes.io/config.mirror: abc}, ownerReferences: [" + owner("v1", "Node", true)
                + "]}, spec: {}}");

        AdmissionReview question = new NewPod(
                        mirror.object(), ExplainerFixture.with(Map.of()).engine(), DefaultPlugins.NONE, Snapshot.EMPTY)
                .question(mirror, Creators.UNNAMED);

        assertThat(user(question))
                .isEqualTo(
                        Yaml.tree("{username: 'system:node:web', groups: ['system:nodes', 'system:authenticated']}"));
    }

    @Test
    void aPodThatOnlyNamesANodeAsItsControllerComesFromAnybody() throws InvalidManifestException {
        AdmissionReview question = question(Creators.UNNAMED, owner("v1", "Node", true));

        assertThat(user(question).get("username").textValue()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"jane, ''", "'', system:masters"})
    void whoIsNamedIsAskedFor(String user, String group) throws InvalidManifestException {
        List<String> groups = group.isEmpty() ? List.of() : List.of(group);

        AdmissionReview question = question(Creators.of(user, groups), owner("apps/v1", "DaemonSet", true));

        assertThat(user(question).get("username").textValue()).isEqualTo(user);
        assertThat(question.notes()).isEmpty();
    }

    private static String owner(String version, String kind, boolean controller) {
        return "{apiVersion: " + version + ", kind: " + kind + ", name: web, controller: " + controller + "}";
    }

    private static JsonNode serviceAccount(String namespace, String name) {
        return Yaml.tree("{username: 'system:serviceaccount:" + namespace + ":" + name + "', groups: ["
                + "'system:serviceaccounts', 'system:serviceaccounts:" + namespace + "', 'system:authenticated']}");
    }

    private static JsonNode user(AdmissionReview question) {
        return question.request().get("userInfo");
    }

    private static AdmissionReview question(Creators creators, String owner) throws InvalidManifestException {
        // Not-ready and unreachable are the author's, so that no other note appears.
        Manifest manifest = ExplainerFixture.manifest("{apiVersion: v1, kind: Pod, metadata: {ownerReferences: ["
                + "{apiVersion: v1, kind: Node, name: n}, " + owner + "]}, spec: {tolerations: [{operator: Exists}]}}");
        return new NewPod(
                        manifest.object(),
                        ExplainerFixture.with(Map.of()).engine(),
                        DefaultPlugins.NONE,
                        Snapshot.EMPTY)
                .question(manifest, creators);
    }
}
