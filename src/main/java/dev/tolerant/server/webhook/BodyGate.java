package dev.tolerant.server.webhook;

import dev.tolerant.settings.TolerantConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Reads the bodies of reviews before anything else sees their requests, as many at once as there is memory for. */
@Singleton
class BodyGate {
    private static final String PATH = "/mutate";
    /** Before all routes of Quarkus, which would let a slow body block a thread. */
    private static final int FIRST = Integer.MIN_VALUE;
    /** Nearly all reviews are shorter. */
    private static final int SMALL = 128 << 10;

    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long RETRY_MILLIS = 10;
    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(10);
    private static final long SWEEP_MILLIS = 500;
    /** An API server reads while it sends, so it sees why it is turned away. */
    private static final long LINGER_MILLIS = 1000;

    private final Vertx vertx;
    private final MeterRegistry registry;
    private final BodyBudget small;
    private final BodyBudget large;
    private final long longest;
    private final Set<ReviewBody> arriving = ConcurrentHashMap.newKeySet();

    /** Why a request is turned away before its body has been read. */
    private enum Rejection {
        TOO_LARGE(
                "too-large",
                413,
                "the body is too large; quarkus.http.limits.max-body-size and tolerant.limits.bodies limit it"),
        NO_ROOM("no-room", 503, "there are too many bodies at once; send fewer, or raise tolerant.limits.bodies"),
        SLOW("slow", 408, "the body took too long to arrive; send it at once");

        private final String code;
        private final int status;
        private final String sentence;

        Rejection(String code, int status, String sentence) {
            this.code = code;
            this.status = status;
            this.sentence = sentence;
        }
    }

    BodyGate(
            Vertx vertx,
            MeterRegistry registry,
            TolerantConfig config,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize maxBodySize) {
        long all = config.limits().bodies().asLongValue();
        this.vertx = vertx;
        this.registry = registry;
        this.small = new BodyBudget(all / 5);
        this.large = new BodyBudget(all - all / 5);
        this.longest = Math.min(large.total(), maxBodySize.asLongValue());
        Gauge.builder("tolerant.body.bytes", this, BodyGate::held)
                .description("Bytes of request bodies in memory")
                .register(registry);
        for (Rejection each : Rejection.values()) {
            rejected(each);
        }
        ConnectionGuard.count(registry);
    }

    /** It is there from the start, so that the first of a kind is an increase. */
    private Counter rejected(Rejection rejection) {
        return registry.counter("tolerant.rejected.requests", "reason", rejection.code);
    }

    /** Bytes of bodies in memory now. */
    long held() {
        return small.held() + large.held();
    }

    void onWebhookPort(@Observes Router router) {
        router.post(PATH).order(FIRST).handler(this::receive);
        vertx.setPeriodic(SWEEP_MILLIS, any -> endSlowBodies(System.nanoTime()));
    }

    private void receive(RoutingContext context) {
        long announced = announced(context);
        if (announced > longest) {
            turnAway(context, Rejection.TOO_LARGE);
            return;
        }
        boolean isSmall = announced >= 0 && announced <= SMALL;
        ReviewBody body =
                new ReviewBody(context, isSmall ? small : large, (int) (isSmall ? 0 : Math.max(0, announced)), (int)
                        (announced < 0 ? longest : announced));
        arriving.add(body);
        context.addEndHandler(any -> {
            arriving.remove(body);
            body.leave();
        });
        context.request().handler(part -> append(body, part));
        context.request().endHandler(any -> {
            // Otherwise it has just been turned away.
            if (arriving.remove(body)) {
                context.next();
            }
        });
    }

    /** How long the request says its body is, in bytes; -1 if it comes in chunks. */
    private static long announced(RoutingContext context) {
        String length = context.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return context.request().getHeader(HttpHeaders.TRANSFER_ENCODING) == null ? 0 : -1;
        }
        try {
            return Math.max(0, Long.parseLong(length.trim()));
        } catch (NumberFormatException tooManyDigits) {
            return Long.MAX_VALUE;
        }
    }

    private void append(ReviewBody body, Buffer part) {
        if (!arriving.contains(body)) {
            return;
        }
        if (body.exceeds(part)) {
            end(body, Rejection.TOO_LARGE);
        } else if (!body.append(part)) {
            // What its client goes on sending stays in the network.
            body.context().request().pause();
            await(body, part, System.nanoTime());
        }
    }

    private void await(ReviewBody body, Buffer part, long since) {
        vertx.setTimer(RETRY_MILLIS, any -> {
            if (!arriving.contains(body)) {
                return;
            }
            if (body.append(part)) {
                body.context().request().resume();
            } else if (System.nanoTime() - since < LONGEST_WAIT) {
                await(body, part, since);
            } else {
                end(body, Rejection.NO_ROOM);
            }
        });
    }

    private void endSlowBodies(long now) {
        for (ReviewBody body : arriving) {
            if (now - body.since() > DEADLINE) {
                body.thread().runOnContext(any -> end(body, Rejection.SLOW));
            }
        }
    }

    private void end(ReviewBody body, Rejection rejection) {
        if (arriving.remove(body)) {
            turnAway(body.context(), rejection);
        }
    }

    /** Answers without Retry-After, with which API servers would ask again until their time is up, and reads no more. */
    private void turnAway(RoutingContext context, Rejection rejection) {
        rejected(rejection).increment();
        context.request().pause();
        context.response()
                .setStatusCode(rejection.status)
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .end(new JsonObject().put("message", rejection.sentence).toBuffer())
                .onComplete(sent -> vertx.setTimer(
                        LINGER_MILLIS, any -> context.request().connection().close()));
    }
}
