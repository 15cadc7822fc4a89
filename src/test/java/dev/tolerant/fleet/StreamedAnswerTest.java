package dev.tolerant.fleet;

import static dev.tolerant.fleet.FleetFixture.eventually;
import static dev.tolerant.fleet.StoredPodFixture.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.api.StreamedAnswer;
import dev.tolerant.json.ItemStream;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How answers are read that never end. */
class StreamedAnswerTest {
    private final FleetFixture fleet = new FleetFixture();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void close() {
        over.countDown();
        fleet.close();
    }

    @Test
    void anAnswerThatStopsInTheMiddleIsGivenUpWhenItsTimeIsOver() throws Exception {
        // Given
        fleet.server.fault((request, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(("{\"items\":[" + pod("web") + ",{\"metadata\"").getBytes(UTF_8));
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return true;
        });
        HttpClient http = fleet.client.getHttpClient();
        HttpResponse<InputStream> response = http.sendAsync(
                        http.newHttpRequestBuilder()
                                .uri(fleet.client.getMasterUrl() + "api/v1/pods")
                                .build(),
                        InputStream.class)
                .get();
        ScheduledExecutorService timer = DaemonThreads.single("test-timer");
        AtomicReference<String> end = new AtomicReference<>();

        // When
        StreamedAnswer answer = StreamedAnswer.of(response, timer, Duration.ofMillis(300));
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

        // Then
        eventually(() -> assertThat(end).hasValue("broken"));
        timer.shutdownNow();
    }
}
