package dev.tolerant.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.TolerationRules;
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
import io.vertx.core.http.HttpResponseExpectation;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import org.jspecify.annotations.Nullable;

/**
 * Posts reviews to the program's own port before the first pod waits for it; the program is ready after it. It has a thread of its
 * own; any thread may ask whether it is over, and what answers a request.
 */
@Readiness
@Singleton
class WarmUp implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(WarmUp.class);
    /** Tells the program's own reviews from those of others, by a value that only this process knows. */
    private static final String HEADER = "Tolerant-Warm-Up";

    /** An API server names the Service in each handshake, which the JVM would otherwise first do with a pod waiting. */
    private static final String SERVICE = "tolerant.tolerant.svc";

    private static final int CONNECTIONS = 4;
    /** After the first answers, for which the JVM loads classes and the two ends shake hands. */
    private static final Duration LENGTH = Duration.ofMillis(700);
    /** A JVM that records an AOT cache keeps what it learns about methods, from tens of thousands of reviews in this time. */
    private static final Duration LENGTH_WHILE_RECORDING = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** A certificate may have to be issued first, without which the program is not ready either. */
    private static final Duration FOR_CERTIFICATE = Duration.ofMinutes(2);

    private static final long RETRY_MILLIS = 50;

    private final Vertx vertx;
    private final Admission admission;
    private final String secret = UUID.randomUUID().toString();
    /** Answers the program's own reviews; null until there are any. */
    private volatile @Nullable Admission rehearsal;

    private volatile boolean over;

    /**
     * Dev mode and tests need no speed, and where there is no webhook, no port opens. No event can tell the first here: when dev mode
     * reloads the program, its ports stay open.
     */
    WarmUp(
            Vertx vertx,
            Admission admission,
            LaunchMode mode,
            @ConfigProperty(name = "tolerant.webhook.enabled") boolean serves) {
        this.vertx = vertx;
        this.admission = admission;
        this.over = mode != LaunchMode.NORMAL || !serves;
    }

    void begin(@ObservesAsync HttpsServerStart start, HttpServer server) {
        begin(start.options(), server.getSecurePort());
    }

    /** The port without encryption is for programs that have no other. */
    void begin(
            @ObservesAsync HttpServerStart start,
            HttpServer server,
            @ConfigProperty(name = "quarkus.http.tls-configuration-name") Optional<String> tlsConfiguration) {
        if (tlsConfiguration.isEmpty()) {
            begin(start.options(), server.getPort());
        }
    }

    void begin(HttpServerOptions options, int port) {
        if (over) {
            return;
        }
        if (options.getClientAuth() == ClientAuth.REQUIRED) {
            LOG.info("clients need a certificate, which the warm-up does not have, so the first answers are slower");
            over = true;
            return;
        }
        Duration length = length(ManagementFactory.getRuntimeMXBean().getInputArguments());
        // A thread of its own: an executor that the program waits for when it stops would make it wait.
        new DaemonThreads("tolerant-warm-up")
                .newThread(() -> run(options, port, length))
                .start();
    }

    static Duration length(List<String> arguments) {
        boolean isRecording = arguments.stream().anyMatch(argument -> argument.startsWith("-XX:AOTCacheOutput="));
        return isRecording ? LENGTH_WHILE_RECORDING : LENGTH;
    }

    /** Before the program is ready the warm-up asks, and other clients may as well. */
    Admission admission(HttpServerRequest request) {
        Admission own = rehearsal;
        return own != null && secret.equals(request.getHeader(HEADER)) ? own : admission;
    }

    /** Ready once the warm-up is over, even if it failed: a slow answer is better than none. */
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("warm-up").status(over).build();
    }

    void run(HttpServerOptions options, int port, Duration length) {
        long start = System.nanoTime();
        try {
            int answered = warmUp(options, port, length);
            LOG.infof(
                    "warmed up with %d reviews of the program's own in %d ms",
                    answered, (System.nanoTime() - start) / 1_000_000);
        } catch (Exception | Error ours) {
            // Errors too: a class that is missing here is no reason to stay unready.
            LOG.infof("the warm-up failed, so the first answers may be slower: %s", OneLine.logged(ours));
        } finally {
            over = true;
        }
    }

    private int warmUp(HttpServerOptions options, int port, Duration length) throws Exception {
        InetAddress bound = InetAddress.getByName(options.getHost());
        InetAddress host = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
        // It is the program's own certificate, for the name of the Service.
        HttpClientOptions server = new HttpClientOptions()
                .setDefaultHost(SERVICE)
                .setSsl(options.isSsl())
                .setTrustAll(true)
                .setVerifyHost(false);
        RequestOptions request = new RequestOptions()
                .setServer(SocketAddress.inetSocketAddress(
                        new InetSocketAddress(InetAddress.getByAddress(SERVICE, host.getAddress()), port)))
                .setMethod(HttpMethod.POST)
                .setURI("/mutate")
                .putHeader("Content-Type", "application/json")
                .putHeader(HEADER, secret);
        HttpClient client = vertx.createHttpClient(server, new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        try {
            rehearsal = rehearsal(admission);
            List<Buffer> reviews = reviews();
            awaitCertificate(client, request, reviews);
            long start = System.nanoTime();
            int answered = CONNECTIONS;
            while (System.nanoTime() - start < length.toNanos()) {
                postAll(client, request, reviews, answered);
                answered += CONNECTIONS;
            }
            return answered;
        } finally {
            client.close();
        }
    }

    private void awaitCertificate(HttpClient client, RequestOptions request, List<Buffer> reviews) throws Exception {
        long first = System.nanoTime();
        while (true) {
            try {
                postAll(client, request, reviews, 0);
                return;
            } catch (ExecutionException failed) {
                if (!(failed.getCause() instanceof SSLException)
                        || System.nanoTime() - first > FOR_CERTIFICATE.toNanos()) {
                    throw failed;
                }
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
    }

    /** Posts one review on each connection, after so many before, and waits for the answers. */
    private void postAll(HttpClient client, RequestOptions request, List<Buffer> reviews, int before) throws Exception {
        List<Future<Buffer>> answers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Buffer review = reviews.get((before + i) % reviews.size());
            // The body has to be asked for on the event loop, before it arrives there: afterwards it would never come.
            answers.add(client.request(request)
                    .compose(opened -> opened.send(review)
                            .expecting(HttpResponseExpectation.SC_OK)
                            .compose(HttpClientResponse::body)));
        }
        Future.all(answers).toCompletionStage().toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The bundled reviews: of pods that three controllers create, of a DaemonSet, and of a pod that is updated. */
    static List<Buffer> reviews() throws InvalidManifestException {
        JsonNode reviews = ManifestFile.of("", ManifestFile.bundled("/warm-up/reviews.yaml"))
                .documents()
                .get(0);
        return reviews.valueStream()
                .map(review -> Buffer.buffer(review.toString()))
                .toList();
    }

    /** Decides the program's own reviews, with bundled policies that give each of them something; its counts are not exposed. */
    static Admission rehearsal(Admission admission) throws InvalidManifestException {
        return admission.rehearsal(
                PolicyFiles.ofText(ManifestFile.bundled("/warm-up/cluster.yaml"), new TolerationRules(false))
                        .snapshot());
    }
}
