package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.apiserver.Certificates;
import io.quarkus.runtime.LaunchMode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
import org.junit.jupiter.api.io.TempDir;

class WarmUpTest {
    private static final Duration A_LONG_TIME = Duration.ofMinutes(1);
    private static final HttpServerOptions PLAIN = new HttpServerOptions().setHost("0.0.0.0");
    private static Vertx vertx;

    private final Logger log = Logger.getLogger("dev.tolerant.server.webhook.WarmUp");
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
        Vertx closing = Vertx.vertx();
        int port = serve(closing, request -> request.response().end());
        closing.close().toCompletionStage().toCompletableFuture().join();
        WarmUp warmUp = new WarmUp(closing);

        warmUp.run(PLAIN, port, Duration.ZERO);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void theProgramIsNotReadyBeforeIt() {
        int port = serve(vertx, request -> request.response().end());
        WarmUp warmUp = warmUp();

        Status before = warmUp.call().getStatus();
        warmUp.run(PLAIN, port, Duration.ZERO);
        Status after = warmUp.call().getStatus();

        assertThat(before).isEqualTo(Status.DOWN);
        assertThat(after).isEqualTo(Status.UP);
        assertThat(records.levels).containsExactly(Level.INFO);
    }

    @Test
    void itAsksWhatToChangeInPods() {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        int port = serve(vertx, request -> {
            asked.add(request.method() + " " + request.path());
            request.response().end();
        });

        warmUp().run(PLAIN, port, Duration.ZERO);

        assertThat(asked).containsExactly("POST /mutate");
    }

    /** A pod that is created before the program is ready is judged and counted as any other. */
    @Test
    void itsReviewsAreToldFromThoseOfOthersMeanwhile() {
        WarmUp warmUp = warmUp();
        Set<Boolean> own = ConcurrentHashMap.newKeySet();
        Set<Boolean> ofOthers = ConcurrentHashMap.newKeySet();
        WarmUp another = warmUp();
        int port = serve(vertx, request -> {
            own.add(warmUp.isOwn(request));
            ofOthers.add(another.isOwn(request));
            request.response().end();
        });

        warmUp.run(PLAIN, port, Duration.ZERO);

        assertThat(own).containsExactly(true);
        assertThat(ofOthers).containsExactly(false);
    }

    @Test
    void aCertificateThatComesLateIsWaitedFor(@TempDir Path directory) {
        Certificates certificates = Certificates.in(directory);
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        HttpServer server = vertx.createHttpServer(withoutKeys(certificates))
                .exceptionHandler(handshake -> refused.incrementAndGet())
                .requestHandler(request -> {
                    asked.incrementAndGet();
                    request.response().end();
                });
        int port = done(server.listen(0, "127.0.0.1")).actualPort();
        WarmUp warmUp = warmUp();
        HttpServerOptions ours = new HttpServerOptions().setHost("127.0.0.1").setSsl(true);
        Thread warming = new Thread(() -> warmUp.run(ours, port, Duration.ZERO));

        warming.start();
        await().atMost(A_LONG_TIME).until(() -> refused.get() > 0);
        Status before = warmUp.call().getStatus();
        done(server.updateSSLOptions(encrypted(certificates).getSslOptions()));
        await().atMost(A_LONG_TIME).until(() -> !warming.isAlive());

        assertThat(before).isEqualTo(Status.DOWN);
        assertThat(asked.get()).isPositive();
        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(records.levels).containsExactly(Level.INFO);
    }

    @Test
    void itIsLeftOutWhereClientsNeedACertificate() {
        WarmUp warmUp = warmUp();

        HttpServerOptions options = new HttpServerOptions().setSsl(true).setClientAuth(ClientAuth.REQUIRED);
        warmUp.begin(options, 1, LaunchMode.NORMAL);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(records.levels).containsExactly(Level.INFO);
    }

    @Test
    void aProgramThatFailsDoesNotHoldReadiness() {
        int port = serve(vertx, request -> request.connection().close());
        WarmUp warmUp = warmUp();

        warmUp.run(PLAIN, port, Duration.ZERO);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(records.levels).containsExactly(Level.INFO);
    }

    @Test
    void itLastsLongerWhereAnAotCacheLearnsFromIt() {
        assertThat(WarmUp.least(List.of("-XX:+UseSerialGC", "-XX:AOTCacheOutput=app.aot")))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(WarmUp.least(List.of("-XX:+UseSerialGC", "-XX:AOTCache=app.aot")))
                .isEqualTo(Duration.ZERO);
    }

    @Test
    void itGoesOnForTheLeastTimeAlthoughTheRateDoesNotGrow() {
        int port = serve(
                vertx, request -> vertx.setTimer(20, late -> request.response().end()));
        Duration least = Duration.ofSeconds(3);

        long start = System.nanoTime();
        warmUp().run(PLAIN, port, least);
        long took = System.nanoTime() - start;

        assertThat(Duration.ofNanos(took)).isBetween(least, A_LONG_TIME.dividedBy(2));
    }

    @Test
    void theBundledReviewsAreThoseThatGetWork() throws IOException {
        Webhook webhook = Webhook.with(Map.of());

        Map<String, Boolean> changed = new TreeMap<>();
        for (String name : WarmUp.REVIEWS) {
            Webhook.Answer answer = webhook.ask(Webhook.JSON.readTree(WarmUp.bundled(name)));
            assertThat(answer.allowed()).as(name).isTrue();
            changed.put(name, !answer.patch().isEmpty());
        }

        assertThat(changed).containsOnly(Map.entry("create", true), Map.entry("update", true));
    }

    private WarmUp warmUp() {
        return new WarmUp(vertx);
    }

    static int serve(Vertx vertx, Consumer<HttpServerRequest> program) {
        return done(vertx.createHttpServer().requestHandler(program::accept).listen(0, "0.0.0.0"))
                .actualPort();
    }

    /** Its handshakes fail as they do without a certificate: the key does not fit the only cipher suite. */
    private static HttpServerOptions withoutKeys(Certificates certificates) {
        HttpServerOptions options = encrypted(certificates);
        options.setEnabledSecureTransportProtocols(Set.of("TLSv1.2"))
                .addEnabledCipherSuite("TLS_RSA_WITH_AES_128_GCM_SHA256");
        return options;
    }

    private static HttpServerOptions encrypted(Certificates certificates) {
        return new HttpServerOptions()
                .setSsl(true)
                .setPemKeyCertOptions(new PemKeyCertOptions()
                        .setCertPath(certificates.certificate().toString())
                        .setKeyPath(certificates.key().toString()));
    }

    static <T> T done(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
