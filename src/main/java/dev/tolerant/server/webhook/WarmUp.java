package dev.tolerant.server.webhook;

import dev.tolerant.engine.model.OneLine;
import dev.tolerant.thread.DaemonThreads;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.HttpServer;
import io.quarkus.vertx.http.HttpServerStart;
import io.quarkus.vertx.http.HttpsServerStart;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/** Posts reviews to the program's own port before the first pod waits for it; the program is ready after it. */
@Readiness
@Singleton
class WarmUp implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(WarmUp.class);
    static final List<String> REVIEWS = List.of("create", "update");
    private static final String PATH = "/mutate";
    /** Tells the program's own reviews, by a value that only this process knows. */
    private static final String HEADER = "Tolerant-Warm-Up";

    private static final int CONNECTIONS = 8;
    private static final Duration MOST = Duration.ofSeconds(2);
    private static final Duration SLICE = Duration.ofMillis(250);
    /** So many slices in a row must not be faster than all before them: what is compiled next may take a second to come. */
    private static final int STEADY = 4;

    private static final double FASTER = 1.05;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** A certificate may have to be issued first, without which the program is not ready either. */
    private static final Duration FOR_CERTIFICATE = Duration.ofMinutes(2);

    private static final String RECORDS = "-XX:AOTCacheOutput=";
    /** A JVM that records an AOT cache keeps what it learns about methods, from tens of thousands of reviews in this time. */
    private static final Duration WHILE_RECORDING = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final String secret = UUID.randomUUID().toString();
    private volatile boolean over;

    WarmUp(Vertx vertx) {
        this.vertx = vertx;
    }

    void begin(@ObservesAsync HttpsServerStart start, HttpServer server) {
        begin(start.options(), server.getSecurePort(), LaunchMode.current());
    }

    /** The port without encryption is for programs that have no other. */
    void begin(
            @ObservesAsync HttpServerStart start,
            HttpServer server,
            @ConfigProperty(name = "quarkus.http.tls-configuration-name") Optional<String> tlsConfiguration) {
        if (tlsConfiguration.isEmpty()) {
            begin(start.options(), server.getPort(), LaunchMode.current());
        }
    }

    /** In dev mode and in tests nobody waits for speed. */
    void begin(HttpServerOptions options, int port, LaunchMode mode) {
        if (mode != LaunchMode.NORMAL) {
            over = true;
            return;
        }
        if (options.getClientAuth() == ClientAuth.REQUIRED) {
            LOG.info("clients need a certificate, which the warm-up does not have, so the first answers are slower");
            over = true;
            return;
        }
        // A thread of its own: an executor that the program waits for when it stops would make it wait.
        new DaemonThreads("tolerant-warm-up")
                .newThread(() -> run(
                        options,
                        port,
                        least(ManagementFactory.getRuntimeMXBean().getInputArguments())))
                .start();
    }

    /** How long it lasts at least in a JVM with these arguments. */
    static Duration least(List<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(RECORDS)) ? WHILE_RECORDING : Duration.ZERO;
    }

    /** Whether it is the warm-up that asks: before the program is ready, others may ask as well. */
    boolean isOwn(HttpServerRequest request) {
        return secret.equals(request.getHeader(HEADER));
    }

    /** Ready once the warm-up is over, even if it failed: a slow answer is better than none. */
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("warm-up").status(over).build();
    }

    void run(HttpServerOptions options, int port, Duration least) {
        long start = System.nanoTime();
        try {
            int answered = warmUp(options, port, least);
            LOG.infof(
                    "warmed up with %d reviews of the program's own in %d ms",
                    answered, (System.nanoTime() - start) / 1_000_000);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (Exception | Error ours) {
            // Errors too: a class that is missing here is no reason to answer nobody.
            LOG.infof("the warm-up failed, so the first answers may be slower: %s", OneLine.logged(ours));
        } finally {
            over = true;
        }
    }

    private int warmUp(HttpServerOptions options, int port, Duration least) throws Exception {
        InetAddress bound = InetAddress.getByName(options.getHost());
        InetAddress host = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setDefaultHost(host.getHostAddress())
                        .setDefaultPort(port)
                        .setSsl(options.isSsl())
                        // It is the program's own certificate, for the name of the Service.
                        .setTrustAll(true)
                        .setVerifyHost(false),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        try {
            List<Buffer> reviews = new ArrayList<>();
            for (String name : REVIEWS) {
                reviews.add(Buffer.buffer(bundled(name)));
            }
            awaitCertificate(client, reviews);
            return postUntilSteady(client, reviews, least);
        } finally {
            client.close();
        }
    }

    private void awaitCertificate(HttpClient client, List<Buffer> reviews) throws Exception {
        long giveUp = System.nanoTime() + FOR_CERTIFICATE.toNanos();
        while (true) {
            try {
                postAll(client, reviews);
                return;
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof SSLException) || System.nanoTime() - giveUp > 0) {
                    throw failed;
                }
                TimeUnit.NANOSECONDS.sleep(SLICE.toNanos());
            }
        }
    }

    /** Posts reviews for the least time, then until the rate does not grow any more, or most of the time is over. */
    private int postUntilSteady(HttpClient client, List<Buffer> reviews, Duration least) throws Exception {
        long start = System.nanoTime();
        int answered = 0;
        int best = 0;
        int slower = 0;
        long took = 0;
        while (took < least.toNanos() || (slower < STEADY && took < MOST.toNanos())) {
            int inSlice = 0;
            while (System.nanoTime() - start < took + SLICE.toNanos()) {
                inSlice += postAll(client, reviews);
            }
            answered += inSlice;
            slower = inSlice > best * FASTER ? 0 : slower + 1;
            best = Math.max(best, inSlice);
            took = System.nanoTime() - start;
        }
        return answered;
    }

    /** Posts one review on each connection, and waits for the answers. */
    private int postAll(HttpClient client, List<Buffer> reviews) throws Exception {
        List<Future<Buffer>> answers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Buffer review = reviews.get(i % reviews.size());
            // The body has to be asked for on the event loop, before it arrives there: afterwards it would never come.
            answers.add(client.request(HttpMethod.POST, PATH)
                    .compose(request -> request.putHeader("Content-Type", "application/json")
                            .putHeader(HEADER, secret)
                            .send(review)
                            .compose(WarmUp::body)));
        }
        Future.all(answers).toCompletionStage().toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        return answers.size();
    }

    private static Future<Buffer> body(HttpClientResponse response) {
        return response.statusCode() == 200
                ? response.body()
                : Future.failedFuture("the program answers with " + response.statusCode());
    }

    /** The bytes of the review of this name. */
    static byte[] bundled(String name) throws IOException {
        try (InputStream review = WarmUp.class.getResourceAsStream("/warm-up/" + name + ".json")) {
            if (review == null) {
                throw new IOException("the review " + name + " is not bundled");
            }
            return review.readAllBytes();
        }
    }
}
