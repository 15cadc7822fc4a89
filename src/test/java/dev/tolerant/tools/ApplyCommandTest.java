package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests with the changes that the webhook would make. */
class ApplyCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String POD = """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"unknown": 1.10, "containers": []}}
            """;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("input");
    }

    @Test
    void aDeploymentsTemplateIsPatchedAndEverythingElseStaysAsItIsWritten() {
        // When
        CommandRun run = CommandRun.apply(Repository.app("web.yaml"));

        // Then
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                        # The shop's front, which anybody may reach.
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata:
                          name: web
                          namespace: shop
                          labels: {app: web}
                        spec:
                          replicas: 2   # one for each zone
                          selector:
                            matchLabels: {app: web}
                          template:
                            metadata:
                              labels: {app: web}
                            spec:
                              containers:
                              - name: web
                                image: registry.example.com/shop/web:1.4
                                args: ["--greeting", 'on', "0755"]
                                resources:
                                  requests: {cpu: 250m, memory: 256Mi}
                              volumes:
                              - name: settings
                                configMap:
                                  name: web
                                  defaultMode: 0644
                              tolerations:
                              - key: spot
                                operator: Exists
                                effect: NoSchedule
                              - key: node.kubernetes.io/not-ready
                                operator: Exists
                                effect: NoExecute
                                tolerationSeconds: 60
                              - key: node.kubernetes.io/unreachable
                                operator: Exists
                                effect: NoExecute
                                tolerationSeconds: 60
                              - key: node.kubernetes.io/memory-pressure
                                operator: Exists
                                effect: NoSchedule
                        ---
                        apiVersion: v1
                        kind: Service
                        metadata:
                          name: web
                          namespace: shop
                        spec:
                          selector: {app: web}
                          ports:
                          - {port: 80, targetPort: 8080}
                        """);
    }

    @Test
    void theAuthorsTolerationsAndCommentsStayWhereTheyAre() {
        // When
        CommandRun run = CommandRun.apply(Repository.app("train.yaml"));

        // Then
        assertThat(run.out()).contains("""
                              tolerations:
                              # Spot nodes are good enough for a job that can start again.
                              - {key: spot, operator: Exists, effect: NoSchedule}
                              - key: dedicated
                                operator: Equal
                                value: ml
                                effect: NoSchedule
                        """);
        assertThat(run.out()).contains("nodeAffinity:\n          requiredDuringSchedulingIgnoredDuringExecution:");
    }

    @Test
    void askingAgainChangesNothing() throws IOException {
        // Given
        String once =
                CommandRun.apply(Repository.ROOT.resolve("apps").toString()).out();
        Files.writeString(file, once);

        // When
        CommandRun again = CommandRun.apply(file.toString());

        // Then
        assertThat(again.out()).isEqualTo(once);
    }

    @Test
    void aDaemonSetGetsWhatItsControllerDoesNotGive() throws IOException {
        // When
        CommandRun run = CommandRun.apply(Repository.app("agent.yaml"));

        // Then
        assertThat(YAML.readTree(run.out()).at("/spec/template/spec/tolerations"))
                .isEqualTo(JSON.readTree(
                        "[{\"key\": \"dedicated\", \"operator\": \"Exists\", \"effect\": \"NoSchedule\"}]"));
    }

    @Test
    void aCronJobsTemplateIsPatchedWhereItIs() throws IOException {
        // When
        CommandRun run = CommandRun.apply(Repository.app("report.yaml"));

        // Then
        assertThat(YAML.readTree(run.out())
                        .at("/spec/jobTemplate/spec/template/spec/tolerations")
                        .findValuesAsText("key"))
                .containsExactly("spot", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
    }

    @Test
    void jsonStaysJsonAndKeepsUnknownFields() throws IOException {
        // Given
        Files.writeString(file, POD);

        // When
        CommandRun run = CommandRun.of("apply", "-f", file.toString());

        // Then
        assertThat(run.out()).isEqualTo("""
                        {
                          "apiVersion" : "v1",
                          "kind" : "Pod",
                          "metadata" : {
                            "name" : "a"
                          },
                          "spec" : {
                            "unknown" : 1.10,
                            "containers" : [ ],
                            "tolerations" : [ {
                              "key" : "node.kubernetes.io/not-ready",
                              "operator" : "Exists",
                              "effect" : "NoExecute",
                              "tolerationSeconds" : 300
                            }, {
                              "key" : "node.kubernetes.io/unreachable",
                              "operator" : "Exists",
                              "effect" : "NoExecute",
                              "tolerationSeconds" : 300
                            } ]
                          }
                        }
                        """);
    }

    @Test
    void severalJsonDocumentsAreConcatenated() throws IOException {
        // Given
        Files.writeString(file, POD + "{\"kind\": \"List\", \"items\": [" + POD + "]}");

        // When
        CommandRun run = CommandRun.of("apply", "-f", file.toString());

        // Then
        JsonNode[] documents = JSON.readerFor(JsonNode.class)
                .<JsonNode>readValues(run.out())
                .readAll()
                .toArray(JsonNode[]::new);
        assertThat(documents).hasSize(2);
        assertThat(documents[0].at("/spec/tolerations")).hasSize(2);
        assertThat(documents[1].at("/items/0")).isEqualTo(documents[0]);
    }

    @Test
    void jsonAmongYamlIsADocumentOfItsOwn() throws IOException {
        // Given
        Files.writeString(file, "{\"apiVersion\": \"v1\", \"kind\": \"Service\"}");

        // When
        CommandRun run = CommandRun.of("apply", "-f", file.toString(), "-f", Repository.NODES.toString());

        // Then
        assertThat(run.out())
                .startsWith("{\n  \"apiVersion\" : \"v1\",\n  \"kind\" : \"Service\"\n}\n---\napiVersion: v1\n");
    }
}
