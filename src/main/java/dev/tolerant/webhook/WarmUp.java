package dev.tolerant.webhook;

import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.review.AdmissionRequest.Decidable;
import dev.tolerant.review.Engine;
import dev.tolerant.review.InvalidReviewException;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/** Runs the answer path before the first pod waits for it, and counts and logs nothing; the program is ready after it. */
@Readiness
@Singleton
class WarmUp implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(WarmUp.class);
    static final List<String> REVIEWS = List.of("create", "update", "daemon-set");
    private static final int ROUNDS = 200;
    private static final int POSTS = 200;
    private static final long BUDGET = TimeUnit.MILLISECONDS.toNanos(250);
    // Goes all the way through HTTP, and is answered with 400 before anything is counted.
    private static final byte[] NO_REVIEW = {'{', '}'};

    private final Engine engine;
    private final CurrentSnapshot snapshot;
    private final Loopback loopback;
    private volatile boolean over;

    WarmUp(Engine engine, CurrentSnapshot snapshot, Loopback loopback) {
        this.engine = engine;
        this.snapshot = snapshot;
        this.loopback = loopback;
    }

    /** Begins on another thread, so that the program goes on starting meanwhile. */
    void begin(@Observes StartupEvent event) {
        Infrastructure.getDefaultExecutor().execute(this::run);
    }

    /** Ready once the warm-up is over, even if it failed: a slow answer is better than none. */
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("warm-up").status(over).build();
    }

    void run() {
        try {
            answerReviews(System.nanoTime() + BUDGET);
            loopback.post("/mutate", NO_REVIEW, POSTS, System.nanoTime() + BUDGET);
        } catch (SocketTimeoutException slow) {
            LOG.info("the machine is too busy to finish the warm-up in time, so the first answers are slower");
        } catch (IOException | InvalidReviewException | RuntimeException ours) {
            LOG.warnf("the warm-up failed, and the first answers are slower: %s", ours);
        } finally {
            over = true;
        }
    }

    private void answerReviews(long deadline) throws IOException, InvalidReviewException {
        List<byte[]> bodies = new ArrayList<>();
        for (String name : REVIEWS) {
            bodies.add(bundled(name));
        }
        for (int round = 0; round < ROUNDS && System.nanoTime() < deadline; round++) {
            for (byte[] body : bodies) {
                answer(body);
            }
        }
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

    private void answer(byte[] body) throws InvalidReviewException {
        if (Engine.read(body) instanceof Decidable request) {
            NamespaceFacts namespace = NamespaceFacts.plain(request.review().namespace());
            engine.mutate(request, snapshot.current(), namespace).orThrow();
        }
    }
}
