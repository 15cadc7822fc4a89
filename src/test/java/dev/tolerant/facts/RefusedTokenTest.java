package dev.tolerant.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.apiserver.Certificates;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A token that an API server does not know, and what people are told of it. */
class RefusedTokenTest {
    private final Vertx vertx = Vertx.vertx();
    private final Set<HttpVersion> versions = ConcurrentHashMap.newKeySet();

    @TempDir
    private Path directory;

    private Kubeconfig kubeconfig;

    @BeforeEach
    void start() {
        Certificates certificates = Certificates.in(directory);
        HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setUseAlpn(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(certificates.certificate().toString())
                                .setKeyPath(certificates.key().toString())))
                .requestHandler(this::refuse)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        Path file = ClusterServer.kubeconfig(directory, "https://127.0.0.1:" + server.actualPort() + "\", certificate-authority: \"ca.crt");
        kubeconfig = new Kubeconfig(file, null, null, List.of());
    }

    @AfterEach
    void stop() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** On HTTP/2 an API server ends the connection with the answer. */
    private void refuse(HttpServerRequest request) {
        versions.add(request.version());
        if (request.version() == HttpVersion.HTTP_2) {
            request.connection().goAway(0, request.streamId());
        }
        request.response().setStatusCode(401).end(Buffer.buffer("{\"kind\": \"Status\", \"code\": 401}"));
    }

    @Test
    void itIsToldAsSuchThoughTheServerEndsConnectionsOfHttp2WithItsAnswer() throws Exception {
        // When
        try (LiveCluster cluster = LiveCluster.of(kubeconfig)) {
            assertThatThrownBy(() -> cluster.read(Needs.ALL, (kind, objects) -> {}))
                    .isInstanceOf(ClusterUnavailableException.class)
                    .hasMessageStartingWith("the API server of test does not accept these credentials (401): ");
        }

        // Then
        assertThat(versions).containsExactly(HttpVersion.HTTP_1_1);
    }

    @Test
    void theClientForFurtherQuestionsIsToldIt() throws Exception {
        // When
        try (KubernetesClient client = kubeconfig.client()) {
            assertThatThrownBy(() -> client.raw("/version"))
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            refused -> assertThat(refused.getCode()).isEqualTo(401));
        }

        // Then
        assertThat(versions).containsExactly(HttpVersion.HTTP_1_1);
    }
}
