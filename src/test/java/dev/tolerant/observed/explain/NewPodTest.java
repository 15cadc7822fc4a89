package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.Yaml;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pod from a manifest looks like once it reaches the webhook. */
class NewPodTest {
    private static final String NOT_READY =
            "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}";
    private static final String UNREACHABLE =
            "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 200}";
    private static final Map<String, String> SECONDS = Map.of("rules.node-failure.api-server-unreachable", "200");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    []                                                             | NR UN
                    [{operator: Exists}]                                           |
                    [{operator: Exists, effect: NoExecute, tolerationSeconds: 5}]  |
                    [{operator: Exists, effect: NoSchedule}]                       | NR UN
                    [{key: node.kubernetes.io/not-ready, value: x}]                | UN
                    [{key: node.kubernetes.io/unreachable, effect: NoExecute}]     | NR
                    [{key: node.kubernetes.io/not-ready, effect: NoSchedule}]      | NR UN
                    """)
    void theApiServerAppendsWhatKeyAndEffectDoNotSuppress(String written, String appended)
            throws InvalidManifestException {
        JsonNode list = object("spec: {tolerations: " + written + "}").at("/spec/tolerations");

        String expected = appended == null ? "" : appended;
        int own = Yaml.tree(written).size();
        assertThat(list).hasSize(own + expected.split(" ").length - (expected.isEmpty() ? 1 : 0));
        for (int i = own; i < list.size(); i++) {
            boolean notReady = expected.split(" ")[i - own].equals("NR");
            assertThat(list.get(i))
                    .hasToString(Yaml.tree(notReady ? NOT_READY : UNREACHABLE).toString());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    spec: {}                                      | false
                    spec: {tolerations: null}                     | false
                    spec: {tolerations: []}                       | false
                    spec: {tolerations: [{key: a, value: b}]}     | true
                    """)
    void managedFieldsTellWhetherTheAuthorWroteAny(String pod, boolean owned) throws InvalidManifestException {
        JsonNode fields = object(pod).at("/metadata/managedFields/0/fieldsV1/f:spec");

        assertThat(fields.isObject()).isTrue();
        assertThat(fields.has("f:tolerations")).isEqualTo(owned);
    }

    @Test
    void aPodFromAClusterKeepsItsManagedFields() throws InvalidManifestException {
        String metadata = "metadata: {uid: u, managedFields: [{fieldsV1: {}}]}";

        assertThat(object(metadata + "\nspec: {}").at("/metadata/managedFields"))
                .isEqualTo(Yaml.tree("[{fieldsV1: {}}]"));
        assertThat(question(metadata + "\nspec: {}").notes().get(0)).startsWith("The pod exists already");
    }

    @Test
    void withoutManagedFieldsNobodyCanTellWhoWroteWhatOfAPodFromACluster() throws Exception {
        Explanation explanation = ExplainerFixture.explain(
                        Map.of("rules.node-failure.not-ready", "60"),
                        "{apiVersion: v1, kind: Pod, metadata: {uid: u}, spec: {tolerations: [" + NOT_READY + ","
                                + UNREACHABLE + "]}}")
                .get(0);

        assertThat(explanation.patch()).isEmpty();
        assertThat(explanation.tolerations())
                .extracting(ExplainedToleration::code)
                .containsOnly("not-recorded");
        assertThat(explanation.notes().get(1)).contains("--show-managed-fields");
    }

    @Test
    void theNodeThatTheSchedulerWroteIsNotAsked() throws InvalidManifestException {
        AdmissionReview stored = question("metadata: {uid: u}\nspec: {nodeName: node-1}");
        AdmissionReview written = question("spec: {nodeName: node-1}");

        assertThat(stored.request().at("/object/spec").has("nodeName")).isFalse();
        assertThat(stored.notes()).anyMatch(note -> note.startsWith("Its spec.nodeName does not count"));
        assertThat(written.request().at("/object/spec/nodeName").textValue()).isEqualTo("node-1");
        assertThat(written.notes()).noneMatch(note -> note.contains("nodeName"));
    }

    @Test
    void theReviewIsOfAUserWhoIsNoneInParticular() throws InvalidManifestException {
        JsonNode request = question("spec: {}").request();

        assertThat(request.get("userInfo")).isEqualTo(Yaml.tree("{username: '', groups: ['system:authenticated']}"));
        assertThat(request.get("operation").textValue()).isEqualTo("CREATE");
        assertThat(request.get("namespace").textValue()).isEqualTo("default");
    }

    private static JsonNode object(String pod) throws InvalidManifestException {
        return question(pod).request().get("object");
    }

    private static AdmissionReview question(String pod) throws InvalidManifestException {
        Manifest manifest = ExplainerFixture.manifest("apiVersion: v1\nkind: Pod\n" + pod);
        return new NewPod(
                        manifest.object(), ExplainerFixture.with(SECONDS).engine(), DefaultPlugins.NONE, Snapshot.EMPTY)
                .question(manifest, Creators.UNNAMED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {runtimeClassName: windows-2022}}                              | true
                    {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {spec: {runtimeClassName: windows-2022}}}} | true
                    {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: a}, spec: {template: {spec: {runtimeClassName: windows-2022}}}}  | true
                    {apiVersion: v1, kind: Pod, metadata: {name: a, uid: u}, spec: {runtimeClassName: windows-2022}}                      | false
                    {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {}}                                                           | false
                    """)
    void aRuntimeClassThatIsNotKnownIsNoted(String object, boolean noted) throws InvalidManifestException {
        assertThat(ExplainerFixture.explain(Map.of(), object).get(0).notes().stream()
                        .filter(note -> note.contains("RuntimeClass")))
                .hasSize(noted ? 1 : 0)
                .allMatch(note -> note.startsWith(
                        "The node selector and tolerations of RuntimeClass windows-2022 are not known" + " here."));
    }
}
