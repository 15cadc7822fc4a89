package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.ApiServer;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.testing.TokenServer;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kubeconfigs that lead to no cluster, or to one that refuses their token. */
class UnusableClusterTest {
    @AutoClose
    private TokenServer server;

    private ClusterAccess kubeconfig;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
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
        kubeconfig = ClusterAccess.of(file, null, null, List.of(), ApiServer.PATIENCE);
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

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "server: \":: 1\" | the kubeconfig's server http://:: 1/ is not an address: write https://HOST:PORT",
                "insecure-skip-tls-verify: true | the kubeconfig's cluster test has no server: write https://HOST:PORT",
                "server: \"https://127.0.0.1:1\", certificate-authority: nowhere.crt | the certificates or keys of context test"
                        + " cannot be used: DIRECTORY/nowhere.crt",
            })
    void aClusterThatCannotBeAskedIsOneSentence(String cluster, String why) throws IOException {
        Path file = Files.writeString(directory.resolve("config"), """
                current-context: test
                clusters: [{name: test, cluster: {%s}}]
                contexts: [{name: test, context: {cluster: test}}]
                """.formatted(cluster));

        assertThatThrownBy(() -> LiveCluster.of(ClusterAccess.of(file, null, null, List.of(), ApiServer.PATIENCE)))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageStartingWith(why.replace("DIRECTORY", directory.toString()));
    }
}
