package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import dev.tolerant.tools.DumpCommandTest;
import dev.tolerant.tools.reading.LiveClusterTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump of a real API server. */
@NeedsApiServer
class DumpApiServerIT {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, annotations: {note: s3cret}}
            spec:
              containers: [{name: web, image: "example.com/web:1", env: [{name: A, value: s3cret}]}]
              tolerations: [{key: spot, operator: Exists}]
            """;

    private final ClusterUnderTest cluster;
    private final TestNamespace namespace;

    @TempDir
    private Path directory;

    DumpApiServerIT(ClusterUnderTest cluster) {
        this.cluster = cluster;
        this.namespace = cluster.namespace();
    }

    private static CommandRun dump(Path kubeconfig, String... arguments) throws IOException, InterruptedException {
        return PackagedCommand.run(
                Stream.concat(Stream.of("dump", "--kubeconfig", kubeconfig.toString()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static List<JsonNode> items(CommandRun run, String kind) throws IOException {
        JsonNode items = new ObjectMapper().readTree(run.out()).path("items");
        return StreamSupport.stream(items.spliterator(), false)
                .filter(item -> item.path("kind").asText().equals(kind))
                .toList();
    }

    @Test
    void whoeverMayDoEverythingGetsEveryKindWithWhoWroteTheTolerations() throws Exception {
        assertThat(namespace.create(POD).status()).isEqualTo(201);
        StoredPolicy policy = namespace.policy("dumped", "{match: {}}");

        CommandRun run = dump(cluster.adminKubeconfig(), "-n", namespace.name());

        JsonNode dump = new ObjectMapper().readTree(run.out());
        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(dump.at("/metadata/unknown").toString()).isEqualTo("{}");
        assertThat(dump.at("/metadata/serverVersion").asText()).startsWith("v1.");
        assertThat(items(run, "Pod")).singleElement().satisfies(pod -> {
            assertThat(pod.at("/metadata/managedFields/0/fieldsV1/f:spec").has("f:tolerations"))
                    .isTrue();
            assertThat(pod.at("/spec/tolerations/0/key").asText()).isEqualTo("spot");
        });
        assertThat(items(run, "TolerationPolicy"))
                .extracting(each -> each.at("/metadata/name").asText())
                .contains(policy.name());
        assertThat(items(run, "MutatingWebhookConfiguration")).isNotEmpty();
        assertThat(items(run, "Namespace")).hasSizeGreaterThan(1);
        assertThat(run.out()).doesNotContain("s3cret");
    }

    @Test
    void whoeverMayListPodsAloneGetsPodsAndIsToldWhatElseIsMissing() throws Exception {
        assertThat(namespace.create(POD).status()).isEqualTo(201);

        CommandRun run = dump(cluster.tenantKubeconfig(), "-n", namespace.name());

        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(items(run, "Pod")).hasSize(1);
        assertThat(run.err()).contains(LiveClusterTest.mayNotList(ObjectKind.NODE));
    }

    @Test
    void whoeverActsAsSomebodyHasTheRightsOfThatUser() throws Exception {
        CommandRun run = dump(cluster.adminKubeconfig(), "--as", "nobody-in-particular");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(DumpCommandTest.ofTest("nothing can be read of the cluster: " + "you may not list "));
    }

    @Test
    void aTokenThatTheApiServerDoesNotKnowIsToldInASentence() throws Exception {
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"),
                Files.readString(cluster.adminKubeconfig()).replaceAll("token: .*", "token: expired"));

        CommandRun run = dump(kubeconfig);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualToIgnoringNewLines(DumpCommandTest.UNAUTHORIZED)
                .hasLineCount(2);
    }

    @Test
    void aCertificateThatIsNotTrustedIsToldInASentence() throws Exception {
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"),
                Files.readString(cluster.adminKubeconfig())
                        .replaceAll("certificate-authority-data: .*", "tls-server-name: ''"));

        CommandRun run = dump(kubeconfig);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith(DumpCommandTest.ofTest("the API server of " + "test ("))
                .contains("check the certificate-authority of the kubeconfig")
                .hasLineCount(2);
    }
}
