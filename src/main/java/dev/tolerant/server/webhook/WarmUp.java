package dev.tolerant.server.webhook;

import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.server.webhook.Loopback.Outcome;
import dev.tolerant.server.webhook.Loopback.Port;
import dev.tolerant.server.webhook.Loopback.Post;
import dev.tolerant.thread.DaemonThreads;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.HttpServer;
import io.quarkus.vertx.http.HttpServerStart;
import io.quarkus.vertx.http.HttpsServerStart;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Answers reviews on the program's own port before the first pod waits for it, until it answers as fast as it can; the program is
 * ready after it. It counts and logs nothing of them.
 */
@Readiness
@Singleton
class WarmUp implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(WarmUp.class);
    static final List<String> REVIEWS =
            List.of("create", "update", "daemon-set", "small", "gpu", "affine", "unchanged");
    private static final Duration MOST = Duration.ofSeconds(3);
    /** A JVM that records an AOT cache keeps what it learns about methods; in this time it learns from tens of thousands of reviews. */
    private static final Duration WHILE_RECORDING = Duration.ofSeconds(10);

    private static final String RECORDS = "-XX:AOTCacheOutput=";
    /** In dev mode and in tests nobody waits for speed, but the same code runs. */
    private static final Duration BRIEFLY = Duration.ofMillis(250);
    /** A certificate may have to be issued first, without which the program is not ready either. */
    private static final Duration FOR_CERTIFICATE = Duration.ofMinutes(2);

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final Loopback loopback;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean over;

    WarmUp(Loopback loopback) {
        this.loopback = loopback;
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
        if (begun.getAndSet(true)) {
            return;
        }
        if (options.getClientAuth() == ClientAuth.REQUIRED) {
            LOG.info("clients need a certificate, which the warm-up does not have, so the first answers are slower");
            over = true;
            return;
        }
        Duration least = least(ManagementFactory.getRuntimeMXBean().getInputArguments());
        Duration most = LaunchMode.current() == LaunchMode.NORMAL ? MOST : BRIEFLY;
        Port ours = new Port(options.getHost(), port, options.isSsl());
        // A thread of its own: an executor that the program waits for when it stops would make it wait.
        new DaemonThreads("tolerant-warm-up")
                .newThread(() -> run(ours, least, Collections.max(List.of(least, most))))
                .start();
    }

    /** Ready once the warm-up is over, even if it failed: a slow answer is better than none. */
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("warm-up").status(over).build();
    }

    /** How long it lasts at least in a JVM with these arguments. */
    static Duration least(List<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(RECORDS)) ? WHILE_RECORDING : Duration.ZERO;
    }

    void run(Port port, Duration least, Duration most) {
        try {
            long start = System.nanoTime();
            Outcome outcome = warmUp(port, least, most);
            report(outcome, Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException | RuntimeException | Error ours) {
            // Errors too: a class that is missing here is no reason to answer nobody.
            LOG.warnf("the warm-up failed, and the first answers are slower: %s", OneLine.logged(ours));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            over = true;
        }
    }

    private static void report(Outcome outcome, Duration took) {
        if (outcome.failure() == null) {
            LOG.infof("warmed up with %d reviews of the program's own in %d ms", outcome.answered(), took.toMillis());
        } else {
            LOG.infof(
                    "the warm-up ended after %d reviews, so the first answers may be slower: %s",
                    outcome.answered(), OneLine.logged(outcome.failure()));
        }
    }

    private Outcome warmUp(Port port, Duration least, Duration most) throws IOException, InterruptedException {
        List<Post> posts = posts();
        long giveUp = System.nanoTime() + FOR_CERTIFICATE.toNanos();
        Outcome outcome = loopback.post(port, posts, least, most);
        while (outcome.failure() instanceof SSLException && System.nanoTime() - giveUp < 0) {
            Thread.sleep(PAUSE.toMillis());
            outcome = loopback.post(port, posts, least, most);
        }
        return outcome;
    }

    /** As a cluster asks: about each pod, whether it gets something, and whether it may be stored. */
    private static List<Post> posts() throws IOException {
        List<Post> posts = new ArrayList<>();
        for (String name : REVIEWS) {
            Buffer review = Buffer.buffer(bundled(name));
            posts.add(new Post("/mutate", review));
            posts.add(new Post("/validate", review));
        }
        return posts;
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
