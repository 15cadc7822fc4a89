package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.ApiServer;
import dev.tolerant.api.TokenServer;
import dev.tolerant.observed.facts.ClusterFacts.Needs;
import dev.tolerant.tools.reading.Kubeconfig.ClusterUnavailableException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told of a token that an API server does not know. */
class RefusedTokenTest {
    private TokenServer server;
    private Kubeconfig kubeconfig;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new TokenServer(directory);
        Path file = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "%s", certificate-authority: %s}}]
                users: [{name: jane, user: {token: old}}]
                contexts: [{name: test, context: {cluster: test, user: jane}}]
                """.formatted(
                        server.url(), server.authority().getFileName()));
        kubeconfig = new Kubeconfig(file, null, null, List.of(), ApiServer.PATIENCE);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void itIsCalledWhatItIsThoughTheServerEndsConnectionsOfHttp2WithItsAnswer() throws Exception {
        try (LiveCluster cluster = LiveCluster.of(kubeconfig)) {
            assertThatThrownBy(() -> cluster.read(Needs.ALL, (kind, objects) -> {}))
                    .isInstanceOf(ClusterUnavailableException.class)
                    .hasMessageStartingWith("the API server of test does not accept these credentials (401): ");
        }

        assertThat(server.versions()).containsExactly(HttpVersion.HTTP_1_1);
    }

    @Test
    void theClientForFurtherQuestionsIsToldItToo() throws Exception {
        try (KubernetesClient client = kubeconfig.client()) {
            assertThatThrownBy(() -> client.raw("/version"))
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refused -> assertThat(refused.getCode()).isEqualTo(401));
        }

        assertThat(server.versions()).containsExactly(HttpVersion.HTTP_1_1);
    }
}
