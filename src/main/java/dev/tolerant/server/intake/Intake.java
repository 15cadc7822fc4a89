package dev.tolerant.server.intake;

import dev.tolerant.server.intake.PeerBudget.Outcome;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.StreamResetException;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of reviews, as many at once as the budgets allow, before anything else sees their requests. */
@Singleton
class Intake {
    private static final List<String> PATHS = List.of("/mutate", "/validate");
    /** Before all routes of Quarkus, which would let a slow body block a thread. */
    private static final int FIRST = Integer.MIN_VALUE;

    private static final int BAD_REQUEST = 400;

    /** How long a body waits for room. */
    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long RETRY_MILLIS = 10;
    private static final int MAX_WAITING = 128;

    /** How long a body may take before it has to make room, if it is slow. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(500);
    /** Bytes in a nanosecond; slower than this, the largest body comes later than API servers wait by the chart's settings. */
    private static final double SLOW = (4 << 20) / (double) TimeUnit.SECONDS.toNanos(1);

    /** How long a body may take at all. */
    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(10);

    private static final long SWEEP_MILLIS = 500;

    private static final long LINGER_MILLIS = 1000;
    private static final long AT_ONCE_MILLIS = 1;

    private final Vertx vertx;
    private final Budgets budgets;
    private final IntakeMetrics metrics;
    private final PeerBudget waiting = PeerBudget.withRoomForTheNext(MAX_WAITING);
    private final Set<RequestBody> arriving = ConcurrentHashMap.newKeySet();

    Intake(Vertx vertx, Budgets budgets, IntakeMetrics metrics) {
        this.vertx = vertx;
        this.budgets = budgets;
        this.metrics = metrics;
    }

    void onWebhookPort(@Observes Router router) {
        for (String path : PATHS) {
            router.post(path).order(FIRST).handler(this::take);
        }
        beQuiet(router);
        vertx.setPeriodic(SWEEP_MILLIS, any -> endLateBodies());
    }

    void onManagementPort(@Observes ManagementInterface management) {
        beQuiet(management.router());
    }

    /** Quarkus and Vert.x would log a stack trace for each request that its client got wrong, or broke off. */
    private static void beQuiet(Router router) {
        router.route().order(FIRST).failureHandler(Intake::answerQuietly);
        // Before there is a route: the path cannot be decoded.
        router.errorHandler(BAD_REQUEST, context -> answer(context, BAD_REQUEST));
    }

    private static void answerQuietly(RoutingContext context) {
        if (context.response().ended() || isGone(context.failure())) {
            return;
        }
        int status = context.statusCode();
        if (context.failure() != null && status >= BAD_REQUEST && status < 500) {
            answer(context, status);
        } else if (context.failure() != null && isUnread(context.request())) {
            answer(context, BAD_REQUEST);
        } else if (!context.response().closed()) {
            context.next();
        }
    }

    /** What fails before the body has come is the reading of it, such as of chunks or of forms. */
    private static boolean isUnread(HttpServerRequest request) {
        return Length.of(request) != 0 && !request.isEnded();
    }

    private static void answer(RoutingContext context, int status) {
        HttpServerResponse response = context.response();
        if (response.headWritten() || response.closed()) {
            return;
        }
        if (isUnread(context.request())) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        response.setStatusCode(status).end();
    }

    private static boolean isGone(@Nullable Throwable failure) {
        return failure instanceof HttpClosedException || failure instanceof StreamResetException;
    }

    private void take(RoutingContext context) {
        long length = Length.of(context.request());
        if (length > budgets.longest()) {
            turnAway(context, Rejection.TOO_LARGE, LINGER_MILLIS);
            return;
        }
        RequestBody body = new RequestBody(context, length, budgets);
        Outcome outcome = body.reserve();
        if (outcome == Outcome.RESERVED) {
            receive(body);
        } else if (waiting.reserve(body.peer(), 1) == Outcome.RESERVED) {
            await(body, outcome);
        } else {
            turnAway(context, Rejection.NO_ROOM, AT_ONCE_MILLIS);
        }
    }

    /** The request is paused: what its client goes on sending stays in the connection. */
    private void await(RequestBody body, Outcome shortage) {
        long now = System.nanoTime();
        endSlowest(body, shortage, now);
        vertx.setTimer(RETRY_MILLIS, any -> {
            Outcome outcome = body.isOver() ? Outcome.FULL : body.reserve();
            if (outcome != Outcome.RESERVED
                    && !body.isOver()
                    && now - body.patience().since() < MOMENT) {
                await(body, outcome);
                return;
            }
            waiting.release(body.peer(), 1);
            if (outcome == Outcome.RESERVED) {
                receive(body);
            } else if (!body.isOver()) {
                turnAway(body.context(), Rejection.NO_ROOM, LINGER_MILLIS);
            }
        });
    }

    private void receive(RequestBody body) {
        arriving.add(body);
        // A client that goes away ends the context.
        body.context().addEndHandler(any -> arriving.remove(body));
        body.receive(
                () -> {
                    // Otherwise it has just been turned away, on another thread.
                    if (arriving.remove(body)) {
                        passOn(body);
                    }
                },
                () -> turnAway(body.context(), Rejection.TOO_LARGE, LINGER_MILLIS));
    }

    private void passOn(RequestBody body) {
        if (body.isAbandoned()) {
            turnAway(body.context(), Rejection.ABANDONED, AT_ONCE_MILLIS);
        } else {
            body.context().next();
        }
    }

    private void endSlowest(RequestBody newcomer, Outcome shortage, long now) {
        arriving.stream()
                .filter(body -> body.competesWith(newcomer, shortage))
                .filter(body -> now - body.patience().since() > GRACE && body.pace(now) < SLOW)
                .min(Comparator.comparingDouble(body -> body.pace(now)))
                .ifPresent(this::endSlow);
    }

    private void endLateBodies() {
        long now = System.nanoTime();
        for (RequestBody body : arriving) {
            if (now - body.patience().since() > DEADLINE || body.patience().isOver(now)) {
                endSlow(body);
            }
        }
    }

    private void endSlow(RequestBody body) {
        if (arriving.remove(body)) {
            body.onEventLoop(() -> turnAway(body.context(), Rejection.SLOW, AT_ONCE_MILLIS));
        }
    }

    /**
     * Answers at once, and reads no more: to decrypt and forget what clients go on sending would keep the event loop from
     * others. A client that reads while it sends, as API servers do, has a second to see why.
     */
    private void turnAway(RoutingContext context, Rejection rejection, long lingerMillis) {
        metrics.count(rejection);
        if (context.response().ended() || context.response().closed()) {
            return;
        }
        context.request().pause();
        rejection
                .answer(context.response())
                .onComplete(sent -> vertx.setTimer(
                        lingerMillis, now -> context.request().connection().close()));
    }
}
