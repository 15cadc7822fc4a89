package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.server.webhook.Loopback.Port;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OwnConnectionsTest {
    private static Vertx vertx;

    private final OwnConnections own = new OwnConnections();

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void closeVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void connectionsOfOthersAreNotTheProgramsOwn() {
        // Given
        Set<Boolean> known = ConcurrentHashMap.newKeySet();
        AtomicInteger others = new AtomicInteger();
        Port port = WarmUpTest.serve(vertx, request -> {
            if (request.path().equals("/other")) {
                known.add(own.include(request.connection()));
                others.incrementAndGet();
            }
            request.response().end();
        });
        HttpClient client = vertx.createHttpClient();

        // When
        Thread warming = new Thread(() -> post(port));
        warming.start();
        while (warming.isAlive()) {
            client.request(HttpMethod.GET, port.number(), port.address(), "/other")
                    .compose(HttpClientRequest::send)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }

        // Then
        assertThat(others.get()).isPositive();
        assertThat(known).containsExactly(false);
    }

    @Test
    void aConnectionThatIsClosedIsForgotten() {
        // Given
        Set<HttpConnection> seen = ConcurrentHashMap.newKeySet();
        Port port = WarmUpTest.serve(vertx, request -> {
            seen.add(request.connection());
            request.response().end();
        });

        // When
        post(port);

        // Then
        assertThat(seen).isNotEmpty();
        await().untilAsserted(() -> assertThat(seen).noneMatch(own::include));
    }

    @Test
    void aConnectionIsKnownUntilItsLateAnswerHasCome() {
        // Given
        Set<HttpServerRequest> asked = ConcurrentHashMap.newKeySet();
        Port port = WarmUpTest.serve(vertx, asked::add);

        // When
        post(port);

        // Then
        assertThat(asked).hasSize(8).allMatch(request -> own.include(request.connection()));
        asked.forEach(request -> request.response().end());
        await().untilAsserted(() -> assertThat(asked).noneMatch(request -> own.include(request.connection())));
    }

    private Loopback.Outcome post(Port port) {
        try {
            return new Loopback(vertx, own)
                    .post(
                            port,
                            List.of(new Loopback.Post("/own", Buffer.buffer("{}"))),
                            Duration.ZERO,
                            Duration.ofMillis(300));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
