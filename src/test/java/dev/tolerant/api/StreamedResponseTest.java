package dev.tolerant.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.tolerant.engine.json.ItemStream;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How answers are read that never end. */
class StreamedResponseTest {
    private final HttpServer server = server();
    private final KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder()
                    .withMasterUrl("http://localhost:" + server.getAddress().getPort())
                    .build())
            .withHttpClientFactory(new JdkHttpClientFactory())
            .build();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void close() {
        over.countDown();
        client.close();
        server.stop(0);
    }

    private static HttpServer server() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(
                    task -> new DaemonThreads("test-server").newThread(task).start());
            server.start();
            return server;
        } catch (IOException unavailable) {
            throw new UncheckedIOException(unavailable);
        }
    }

    @Test
    void anAnswerThatStopsInTheMiddleIsGivenUpWhenItsTimeIsOver() throws Exception {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody()
                    .write("{\"items\":[{\"metadata\":{\"name\":\"web\"}},{\"metadata\"".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        HttpClient http = client.getHttpClient();
        HttpResponse<InputStream> response = http.sendAsync(
                        http.newHttpRequestBuilder()
                                .uri(client.getMasterUrl() + "api/v1/pods")
                                .build(),
                        InputStream.class)
                .get();
        ScheduledExecutorService timer = DaemonThreads.single("test-timer");
        AtomicReference<String> end = new AtomicReference<>();

        StreamedResponse answer = new StreamedResponse(response, timer, Duration.ofMillis(300));
        new DaemonThreads("test-reader")
                .newThread(() -> {
                    try {
                        ItemStream items = new ItemStream(answer.body());
                        while (items.next() != null) {
                            // The second pod never ends.
                        }
                        end.set("whole");
                    } catch (IOException broken) {
                        end.set("broken");
                    }
                })
                .start();

        await().untilAsserted(() -> assertThat(end).hasValue("broken"));
        timer.shutdownNow();
    }
}
