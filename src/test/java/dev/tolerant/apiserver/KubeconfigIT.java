package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.api.TokenServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program with the kubeconfig of somebody who develops it. */
class KubeconfigIT {
    private static final Map<String, String> SETTINGS = Map.of("tolerant.policies.source", "cluster");

    @TempDir
    private Path directory;

    private Path kubeconfig(String text) throws IOException {
        return Files.writeString(directory.resolve("config"), text);
    }

    @Test
    void oneThatIsNoneIsOneSentence() throws IOException {
        // Given
        Path kubeconfig = kubeconfig("{apiVersion: v1, clusters: [");
        FreePorts ports = FreePorts.find(2);

        // When
        try (ServerProcess program = ServerProcess.start(
                "tolerant-without-kubeconfig",
                ProgramUnderTest.command(ports.next(), ports.next(), SETTINGS),
                Map.of("KUBECONFIG", kubeconfig.toString()))) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !program.isAlive());

            // Then
            assertThat(program.log().strip())
                    .isEqualTo(kubeconfig + " is not a kubeconfig: it is not YAML or JSON at line 1, column 29");
        }
    }

    @Test
    void oneInFlowStyleIsRead() throws IOException {
        // Given
        Map<String, String> settings = new HashMap<>(Certificates.in(directory).settings());
        settings.putAll(SETTINGS);
        try (TokenServer server = new TokenServer(Files.createDirectory(directory.resolve("server")))) {
            server.know("mine");
            Path kubeconfig = kubeconfig("""
                    {apiVersion: v1, kind: Config, current-context: here,
                    clusters: [{name: here, cluster: {server: "%s", certificate-authority: "%s"}}],
                    users: [{name: me, user: {token: mine}}], contexts: [{name: here, context: {cluster: here, user: me}}]}
                    """.formatted(server.url(), directory.relativize(server.authority())));

            // When
            try (ProgramUnderTest program = ProgramUnderTest.startUnready(
                    "tolerant-flow-kubeconfig",
                    FreePorts.find(2),
                    settings,
                    Map.of("KUBECONFIG", kubeconfig.toString()))) {

                // Then
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(server.accepted()).contains("/api/v1/namespaces"));
                assertThat(program.hasLogged("\tat ")).isFalse();
            }
        }
    }
}
