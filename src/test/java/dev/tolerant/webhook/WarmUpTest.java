package dev.tolerant.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.settings.EngineFactory;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WarmUpTest {
    private static Vertx vertx;

    private final Logger log = Logger.getLogger("dev.tolerant.webhook.WarmUp");
    private final Records records = new Records();

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void closeVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** The levels of what is logged; JBoss' are those of the same value. */
    private static final class Records extends Handler {
        private final List<Level> levels = new ArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            levels.add(Level.parse(String.valueOf(entry.getLevel().intValue())));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void listen() {
        // Other tests quieten the whole package.
        log.setLevel(Level.INFO);
        log.addHandler(records);
    }

    @AfterEach
    void stopListening() {
        log.removeHandler(records);
        log.setLevel(null);
    }

    @Test
    @Timeout(30)
    void aProgramThatStopsMeanwhileDoesNotWaitForIt() {
        // Given
        Vertx closing = Vertx.vertx();
        Router router = Router.router(closing);
        closing.close().toCompletionStage().toCompletableFuture().join();
        WarmUp warmUp = new WarmUp(
                EngineFactory.of(Webhook.config(Map.of())), new CurrentSnapshot(), new Loopback(closing, router));

        // When
        warmUp.run();

        // Then
        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void theProgramIsNotReadyBeforeIt() {
        // Given
        WarmUp warmUp = warmUp(Router.router(vertx));

        // When
        Status before = warmUp.call().getStatus();
        warmUp.run();
        Status after = warmUp.call().getStatus();

        // Then
        assertThat(before).isEqualTo(Status.DOWN);
        assertThat(after).isEqualTo(Status.UP);
    }

    @Test
    void itAsksTheProgramsOwnRoute() {
        // Given
        AtomicInteger asked = new AtomicInteger();
        Router router = Router.router(vertx);
        router.post("/mutate").handler(request -> {
            asked.incrementAndGet();
            request.response().setStatusCode(400).end("no");
        });

        // When
        warmUp(router).run();

        // Then
        assertThat(asked.get()).isPositive();
    }

    @Test
    void aRouteThatFailsDoesNotHoldReadiness() {
        // Given
        Router router = Router.router(vertx);
        router.post("/mutate").handler(request -> request.request().connection().close());
        WarmUp warmUp = warmUp(router);

        // When
        warmUp.run();

        // Then
        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(records.levels).containsExactly(Level.WARNING);
    }

    @Test
    void aMachineThatIsTooBusyToAnswerInTimeIsNoFault() {
        // Given
        Router router = Router.router(vertx);
        AtomicInteger asked = new AtomicInteger();
        router.post("/mutate").handler(request -> asked.incrementAndGet());
        WarmUp warmUp = warmUp(router);

        // When
        warmUp.run();

        // Then
        assertThat(asked.get()).isEqualTo(1);
        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(records.levels).containsExactly(Level.INFO);
    }

    @Test
    void theBundledReviewsAreThoseThatGetWork() throws IOException {
        // Given
        Webhook webhook = Webhook.with(Map.of());

        // When
        Webhook.Answer create = webhook.ask(bundled("create"));
        Webhook.Answer update = webhook.ask(bundled("update"));
        Webhook.Answer daemonSet = webhook.ask(bundled("daemon-set"));

        // Then
        assertThat(WarmUp.REVIEWS).containsExactly("create", "update", "daemon-set");
        assertThat(create.patch()).isNotEmpty();
        assertThat(update.patch()).isNotEmpty();
        assertThat(daemonSet.allowed()).isTrue();
    }

    private static WarmUp warmUp(Router router) {
        return new WarmUp(
                EngineFactory.of(Webhook.config(Map.of())), new CurrentSnapshot(), new Loopback(vertx, router));
    }

    private static JsonNode bundled(String name) throws IOException {
        return Webhook.JSON.readTree(WarmUp.bundled(name));
    }
}
