package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.cluster.Heap;
import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.Recorder;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.micrometer.core.instrument.Counter;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpTest {
    private static final Duration A_LONG_TIME = Duration.ofMinutes(1);
    /** The level as a number. */
    private static final String INFO = "800 ";

    private static final HttpServerOptions PLAIN = new HttpServerOptions().setHost("0.0.0.0");
    private static Vertx vertx;

    /** JBoss' levels are those of the same value. */
    @AutoClose
    private final Recorder log = Recorder.of(
                    "dev.tolerant.server.webhook.WarmUp",
                    line -> line.getLevel().intValue() + " " + line.getMessage())
            .fromInfo();

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void closeVertx() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    @Timeout(30)
    void aProgramThatStopsMeanwhileDoesNotWaitForIt() {
        Vertx closing = Vertx.vertx();
        int port = serve(closing, request -> request.response().end());
        closing.close().toCompletionStage().toCompletableFuture().join();
        WarmUp warmUp = new WarmUp(closing, WholeProgram.with(Map.of()).admission(), LaunchMode.NORMAL, true);

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
        assertThat(log.lines()).singleElement().asString().startsWith(INFO);
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
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "true", "2f8fd8b1-7a3e-4c39-9f6e-0e4d6b1d5a77"})
    void aReviewOfSomebodyElseIsAnsweredAndCountedMeanwhile(@Nullable String header) throws Exception {
        WholeProgram webhook = WholeProgram.with(Map.of());
        WarmUp warmUp = new WarmUp(vertx, webhook.admission(), LaunchMode.NORMAL, true);
        byte[] review = WarmUp.reviews().get(0).getBytes();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + serve(webhook, warmUp) + "/mutate"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(review));
        if (header != null) {
            request.header("Tolerant-Warm-Up", header);
        }

        String answer = HttpClient.newHttpClient()
                .send(request.version(Version.HTTP_1_1).build(), BodyHandlers.ofString())
                .body();

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.DOWN);
        assertThat(answer)
                .contains("\"patch\":")
                .isEqualTo(new String(WholeProgram.with(Map.of()).answer(review), StandardCharsets.UTF_8));
        assertThat(counted(webhook)).isOne();
    }

    @Test
    void itsOwnReviewsAreAnsweredButNotCounted() {
        WholeProgram webhook = WholeProgram.with(Map.of());
        WarmUp warmUp = new WarmUp(vertx, webhook.admission(), LaunchMode.NORMAL, true);
        int port = serve(webhook, warmUp);

        warmUp.run(PLAIN, port, Duration.ZERO);

        assertThat(log.lines()).singleElement().asString().startsWith(INFO + "warmed up with ");
        assertThat(counted(webhook)).isZero();
    }

    @Test
    void aCertificateThatComesLateIsWaitedFor(@TempDir Path directory) {
        Certificates certificates = Certificates.in(directory);
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Set<String> named = ConcurrentHashMap.newKeySet();
        HttpServer server = vertx.createHttpServer(withoutKeys(certificates).setSni(true))
                .exceptionHandler(handshake -> refused.incrementAndGet())
                .requestHandler(request -> {
                    asked.incrementAndGet();
                    named.add(request.connection().indicatedServerName());
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
        assertThat(named).as("named as an API server names it").containsExactly("tolerant.tolerant.svc");
        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(log.lines()).singleElement().asString().startsWith(INFO);
    }

    /** Also after dev mode has reloaded the program: no event says then that its ports are open. */
    @ParameterizedTest
    @EnumSource(names = {"DEVELOPMENT", "TEST"})
    void devModeAndTestsAreReadyWithoutIt(LaunchMode mode) {
        WarmUp warmUp = new WarmUp(vertx, WholeProgram.with(Map.of()).admission(), mode, true);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void whereNoWebhookIsServedTheProgramIsReadyWithoutIt() {
        WarmUp warmUp = new WarmUp(vertx, WholeProgram.with(Map.of()).admission(), LaunchMode.NORMAL, false);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void itIsLeftOutWhereClientsNeedACertificate() {
        WarmUp warmUp = warmUp();

        HttpServerOptions options = new HttpServerOptions().setSsl(true).setClientAuth(ClientAuth.REQUIRED);
        warmUp.begin(options, 1);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(log.lines()).singleElement().asString().startsWith(INFO);
    }

    @Test
    void aProgramThatFailsDoesNotHoldReadiness() {
        int port = serve(vertx, request -> request.connection().close());
        WarmUp warmUp = warmUp();

        warmUp.run(PLAIN, port, Duration.ZERO);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(log.lines()).singleElement().asString().startsWith(INFO);
    }

    @Test
    void aProgramThatAnswersWithAnErrorDoesNotHoldReadiness() {
        int port = serve(vertx, request -> request.response().setStatusCode(500).end());
        WarmUp warmUp = warmUp();

        warmUp.run(PLAIN, port, Duration.ZERO);

        assertThat(warmUp.call().getStatus()).isEqualTo(Status.UP);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith(INFO + "the warm-up failed")
                .contains("500");
    }

    @Test
    void itLastsLongerWhereAnAotCacheLearnsFromIt() {
        assertThat(WarmUp.length(List.of("-XX:+UseSerialGC", "-XX:AOTCacheOutput=app.aot")))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(WarmUp.length(List.of("-XX:+UseSerialGC", "-XX:AOTCache=app.aot")))
                .isEqualTo(Duration.ofMillis(700));
    }

    @Test
    void itGoesOnForItsTime() {
        AtomicInteger asked = new AtomicInteger();
        int port = serve(vertx, request -> {
            asked.incrementAndGet();
            request.response().end();
        });
        Duration length = Duration.ofMillis(500);

        long start = System.nanoTime();
        warmUp().run(PLAIN, port, length);
        long took = System.nanoTime() - start;

        assertThat(Duration.ofNanos(took)).isBetween(length, A_LONG_TIME.dividedBy(2));
        assertThat(asked.get()).isGreaterThan(8);
    }

    @Test
    void eachBundledReviewGetsSomething() throws Exception {
        Admission rehearsal = WarmUp.rehearsal(WholeProgram.with(Map.of()).admission());

        for (Buffer review : WarmUp.reviews()) {
            JsonNode response = WholeProgram.JSON
                    .readTree(rehearsal.answer(review.getBytes()).join())
                    .get("response");

            assertThat(response.get("allowed").asBoolean()).isTrue();
            assertThat(response.path("patch").asText()).isNotEmpty();
        }
        assertThat(WarmUp.reviews()).hasSize(5);
    }

    @Test
    void theFirstReviewsAreThoseThatAnApiServerSent() throws Exception {
        List<Buffer> reviews = WarmUp.reviews();
        List<String> recorded = List.of("web", "job", "agent", "template");

        for (int i = 0; i < recorded.size(); i++) {
            assertThat(WholeProgram.JSON.readTree(reviews.get(i).getBytes()))
                    .as(recorded.get(i))
                    .isEqualTo(Yaml.tree(Path.of("src/test/resources/warm-up", recorded.get(i) + ".json")));
        }
    }

    @Test
    void theLastReviewIsOfAnUpdateThatLeavesOutWhatThePodWasGiven() throws Exception {
        List<Buffer> reviews = WarmUp.reviews();
        ObjectNode expected =
                (ObjectNode) WholeProgram.JSON.readTree(reviews.get(0).getBytes());
        ObjectNode request = expected.withObject("/request").put("operation", "UPDATE");
        ObjectNode stored = request.withObject("/object").deepCopy();
        stored.withObject("/spec").set("tolerations", Yaml.tree("""
                - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 60}
                - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute}
                - {key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}
                """));
        request.set("oldObject", stored);

        assertThat(WholeProgram.JSON.readTree(reviews.get(4).getBytes())).isEqualTo(expected);
    }

    private WarmUp warmUp() {
        return new WarmUp(vertx, WholeProgram.with(Map.of()).admission(), LaunchMode.NORMAL, true);
    }

    private static double counted(WholeProgram webhook) {
        return webhook.metrics().find("tolerant.reviews").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    /** The webhook behind the gate on a port of its own, with a warm-up that is not over. */
    private static int serve(WholeProgram webhook, WarmUp warmUp) {
        AdmissionResource resource = new AdmissionResource(warmUp);
        Router router = Router.router(vertx);
        new BodyGate(
                        vertx,
                        webhook.metrics(),
                        WholeProgram.config(Map.of()),
                        new Heap(Runtime.getRuntime().maxMemory()),
                        new MemorySize(BigInteger.valueOf(8 << 20)))
                .onWebhookPort(router);
        router.post("/mutate").handler(context -> answer(resource, context));
        return serve(vertx, router::handle);
    }

    private static void answer(AdmissionResource resource, RoutingContext context) {
        try {
            resource.mutate(context).thenAccept(answer -> context.end(Buffer.buffer(answer)));
        } catch (RuntimeException failure) {
            context.fail(failure);
        }
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
