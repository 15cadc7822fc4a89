package dev.tolerant.tools.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.controlplane.ControlPlane;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestDirectory;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.PatchedManifest;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML is changed where a pod stands, and nowhere else. */
class YamlDocumentsTest {
    private static final Explainer EXPLAINER = explainer(Map.of());

    /** One of pods as they stand in files. */
    private static Explainer explainer(Map<String, String> settings) {
        TolerantConfig config = Webhook.config(settings);
        return new Explainer(
                EngineFactory.of(config),
                new ControlPlane(EngineFactory.defaults(config), false, false, 50),
                Creators.unnamed(Map.of()));
    }

    static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String directory : List.of("src/test/resources", "src/dev", "helm/tolerant/files")) {
            new ManifestDirectory(Path.of(directory))
                    .files().stream()
                            .filter(file -> !file.toString().endsWith(".json"))
                            .filter(file -> !file.endsWith("broken.yaml"))
                            .forEach(files::add);
        }
        return files;
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileWithoutChangesStaysWhatItIs(Path path) throws Exception {
        // Given
        ManifestFile file = ManifestFile.read(path);

        // Then
        assertThat(YamlDocuments.of(file).text()).isEqualTo(file.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiVersion: v1\nkind: Pod\nspec:\n  containers: []\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  containers: []",
                "apiVersion: v1\nkind: Pod\nspec: {}\n",
                "apiVersion: v1\nkind: Pod\nspec: {containers: [], volumes: []}\n",
                "{apiVersion: v1, kind: Pod, spec: {tolerations: [{key: a, operator: Exists}]}}",
                "{apiVersion: v1, kind: Pod, spec: {tolerations: []}}",
                "{apiVersion: v1, kind: Pod, spec: {tolerations: null, containers: []}}",
                "apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n  containers: []\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  tolerations: # none yet\n  containers: []\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n  - key: a\n    operator: Exists # why\n  # next\n"
                        + "  containers: []\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  tolerations:\n    - {key: a, operator: Exists}\n\n    # last\n---\na: 1\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  tolerations: [\n    {key: a, operator: Exists}\n  ]\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    args:\n    - |\n      #!/bin/sh\n"
                        + "      # end\n\nmetadata: {name: a}\n",
                "apiVersion: v1\nkind: Pod\nspec:\n  hostname: >+\n    a\n\n\nmetadata: {}\n",
                "apiVersion: v1\r\nkind: Pod\r\nspec:\r\n  containers: []\r\n",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: \"\ud83d\ude80\"}\nspec:\n  containers: []\n",
                "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  spec:\n    containers: []\n"
                        + "- apiVersion: v1\n  kind: Pod\n  spec: {}\n",
                "kind: PodList\napiVersion: v1\nitems:\n  -\n    kind: Pod\n    apiVersion: v1\n    spec:\n      nodeName: 'n'\n",
            })
    void whatIsWrittenIsWhatTheWebhookMakes(String text) throws Exception {
        // Given
        ManifestFile file = ManifestFile.of("test", text);
        YamlDocuments documents = YamlDocuments.of(file);
        List<Object> expected = new ArrayList<>();

        // When
        for (Manifest found : file.manifests()) {
            if (PodTemplate.isIn(found)) {
                PatchedManifest patched = PatchedManifest.of(found, EXPLAINER, Snapshot.EMPTY);
                documents.patch(found.place(), patched);
                expected.add(patched.object());
            } else {
                expected.add(found.object());
            }
        }

        // Then
        List<Object> written = new ArrayList<>();
        for (Manifest found : ManifestFile.of("written", documents.text()).manifests()) {
            written.add(found.object());
        }
        assertThat(written).isEqualTo(expected);
        assertThat(documents.text()).isNotEqualTo(text);
    }

    @Test
    void changedSecondsReplaceTheListAndNothingElse() throws Exception {
        // Given
        String text = """
                apiVersion: v1
                kind: Pod
                spec:
                  tolerations: # all
                  - {key: a, operator: Exists}
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
                  # after
                  containers: [] # none
                """;
        Explainer likely =
                explainer(Map.of("rules.node-failure.not-ready", "60", "rules.node-failure.override", "likely"));
        Manifest manifest = ManifestFile.of("test", text).manifests().get(0);
        YamlDocuments documents = YamlDocuments.of(ManifestFile.of("test", text));

        // When
        documents.patch(manifest.place(), PatchedManifest.of(manifest, likely, Snapshot.EMPTY));

        // Then
        assertThat(documents.text()).isEqualTo("""
                        apiVersion: v1
                        kind: Pod
                        spec:
                          tolerations:
                          - key: a
                            operator: Exists
                          - key: node.kubernetes.io/not-ready
                            operator: Exists
                            effect: NoExecute
                            tolerationSeconds: 60
                          - key: node.kubernetes.io/unreachable
                            operator: Exists
                            effect: NoExecute
                            tolerationSeconds: 300
                          # after
                          containers: [] # none
                        """);
    }
}
