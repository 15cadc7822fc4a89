package dev.tolerant.server.webhook;

import dev.tolerant.engine.words.Coded;
import dev.tolerant.server.cluster.Heap;
import dev.tolerant.settings.TolerantConfig;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.RouteConstants;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of reviews before anything else sees their requests, as many at once as there is memory for. All event loops use
 * it at once; each body belongs to the event loop of its connection.
 */
@Singleton
class BodyGate {
    /**
     * Just before Quarkus reads bodies, because it would let a slow body block a thread, and after dev mode, which may reload the
     * program and then has the new one handle the same request.
     */
    private static final int FIRST = RouteConstants.ROUTE_ORDER_BODY_HANDLER;
    /** Nearly all reviews are shorter. */
    private static final int SMALL = 128 << 10;

    /** Bytes of heap that a byte of a large body needs: what is read of most takes less than the body. */
    private static final int COST = 2;

    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long RETRY_MILLIS = 10;
    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(10);
    private static final long SWEEP_MILLIS = 1000;
    /** An API server reads while it sends, so it sees why it is turned away. */
    private static final long LINGER_MILLIS = 1000;

    private final Vertx vertx;
    private final MeterRegistry registry;
    private final int longest;
    private final Set<Arrival> arriving = ConcurrentHashMap.newKeySet();
    private final Share small;
    private final Share large;

    private enum Rejection implements Coded {
        NO_LENGTH(411, "the request must have a Content-Length; bodies in chunks are not read"),
        TOO_LARGE(413, "the body is too large; quarkus.http.limits.max-body-size and tolerant.limits.bodies limit it"),
        NO_ROOM(503, "there are too many bodies at once; send fewer, or raise tolerant.limits.bodies"),
        SLOW(408, "the body took too long to arrive; send it at once");

        private final int status;
        private final String sentence;

        Rejection(int status, String sentence) {
            this.status = status;
            this.sentence = sentence;
        }
    }

    BodyGate(
            Vertx vertx,
            MeterRegistry registry,
            TolerantConfig config,
            Heap heap,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize maxBodySize) {
        this.vertx = vertx;
        this.registry = registry;
        int total = (int) Math.min(Integer.MAX_VALUE, config.limits().bodies().asLongValue());
        // At most so much, whatever is set, however many objects the cluster has.
        int ofSmall = (int) Math.min(total / 5, heap.left() / 8);
        int ofLarge = total - total / 5;
        this.small = new Share(() -> ofSmall);
        this.large = new Share(() -> Math.min(ofLarge, (heap.left() - ofSmall) / COST));
        this.longest = (int) Math.min(ofLarge, maxBodySize.asLongValue());
        Gauge.builder("tolerant.body.bytes", this, BodyGate::held)
                .description("Bytes of request bodies in memory")
                .register(registry);
        for (Rejection each : Rejection.values()) {
            rejected(each);
        }
        ConnectionLimit.count(registry);
    }

    /** It is there from the start, so that the first of a kind is an increase. */
    private Counter rejected(Rejection rejection) {
        return Counter.builder("tolerant.rejected.requests")
                .description("Requests turned away before they were read, by reason")
                .tag("reason", rejection.code())
                .register(registry);
    }

    int held() {
        return small.held() + large.held();
    }

    void onWebhookPort(@Observes Router router) {
        router.post("/mutate").order(FIRST).handler(this::receive);
        vertx.setPeriodic(SWEEP_MILLIS, any -> endSlow(System.nanoTime()));
    }

    private void endSlow(long now) {
        if (now - large.used > DEADLINE) {
            large.forget();
        }
        for (Arrival arrival : arriving) {
            if (now - arrival.since > DEADLINE) {
                arrival.eventLoop.runOnContext(any -> arrival.reject(Rejection.SLOW));
            }
        }
    }

    private void receive(RoutingContext context) {
        String length = context.request().getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            turnAway(context, Rejection.NO_LENGTH);
            return;
        }
        // Netty lets nothing through but digits, and no length of a body in chunks.
        long announced = Long.parseLong(length);
        if (announced > longest) {
            turnAway(context, Rejection.TOO_LARGE);
            return;
        }
        new Arrival(context, (int) announced).begin();
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

    /** A body that is on its way: all of its methods are called on its event loop. */
    private final class Arrival {
        private final RoutingContext context;
        private final Context eventLoop = vertx.getOrCreateContext();
        private final long since = System.nanoTime();
        private final ReviewBody body;

        Arrival(RoutingContext context, int length) {
            this.context = context;
            // A large body that has begun can end: it has all of its room.
            this.body = length <= SMALL ? new ReviewBody(length, 0, small) : new ReviewBody(length, length, large);
        }

        void begin() {
            arriving.add(this);
            // The resource may take it, and then has to release it.
            context.put(ReviewBody.KEY, body);
            context.addEndHandler(any -> {
                arriving.remove(this);
                if (ReviewBody.takeFrom(context) != null) {
                    body.release();
                }
            });
            context.request().handler(this::append).endHandler(any -> {
                // Otherwise it has just been turned away.
                if (arriving.remove(this)) {
                    context.next();
                }
            });
        }

        private void reject(Rejection rejection) {
            if (arriving.remove(this)) {
                turnAway(context, rejection);
            }
        }

        private void append(Buffer part) {
            if (!arriving.contains(this) || body.append(part)) {
                return;
            }
            // What its client goes on sending stays in the network.
            context.request().pause();
            retry(part, System.nanoTime());
        }

        private void retry(Buffer part, long began) {
            vertx.setTimer(RETRY_MILLIS, any -> {
                if (!arriving.contains(this)) {
                    return;
                }
                if (body.append(part)) {
                    context.request().resume();
                } else if (System.nanoTime() - began < LONGEST_WAIT) {
                    retry(part, began);
                } else {
                    reject(Rejection.NO_ROOM);
                }
            });
        }
    }

    /**
     * The room for bodies of some length. Arrays of large bodies are used again: each new one would go where the objects of the cluster are,
     * and have the collector go through all of these. Any thread may use it.
     */
    static final class Share {
        private final LongSupplier limit;
        private final AtomicInteger held = new AtomicInteger();
        /** Arrays whose room is taken, and which no body has. */
        private final Queue<byte[]> spare = new ConcurrentLinkedQueue<>();

        private volatile long used;

        /** {@code limit} is the number of bytes that there are now, which may be fewer than are held. */
        Share(LongSupplier limit) {
            this.limit = limit;
        }

        /** Takes room for so many bytes more; false where there is none. */
        boolean take(int bytes) {
            long most = limit.getAsLong() - bytes;
            return held.getAndUpdate(now -> now <= most ? now + bytes : now) <= most;
        }

        private int held() {
            return held.get() - spare.stream().mapToInt(each -> each.length).sum();
        }

        /** An array for a large body, with its room; null if there is none now. */
        byte @Nullable [] array(int bytes) {
            used = System.nanoTime();
            for (byte[] each : spare) {
                if (each.length >= bytes && spare.remove(each)) {
                    return each;
                }
            }
            if (take(bytes)) {
                return new byte[bytes];
            }
            forget();
            return take(bytes) ? new byte[bytes] : null;
        }

        private void forget() {
            for (byte[] each = spare.poll(); each != null; each = spare.poll()) {
                held.addAndGet(-each.length);
            }
        }
    }

    /**
     * The body of one request, and the room that it takes. Its event loop alone appends to it; the thread that has taken it may then hand it to
     * another thread, and releases it.
     */
    static final class ReviewBody {
        private static final String KEY = ReviewBody.class.getName();
        private static final byte[] NOTHING = new byte[0];
        /** Working on a longer body takes so long that the other connections of an event loop would notice. */
        private static final int LARGE = 64 << 10;

        private final int length;
        private final int atFirst;
        private final Share room;
        private byte[] bytes = NOTHING;
        private int received;

        /** Room for {@code atFirst} bytes is made when the first part comes, and later for twice what has come. */
        ReviewBody(int length, int atFirst, Share room) {
            this.length = length;
            this.atFirst = atFirst;
            this.room = room;
        }

        /** The body of a request; null if the gate does not know the path, as it is written, or the client has gone. */
        static @Nullable ReviewBody takeFrom(RoutingContext context) {
            return context.remove(KEY);
        }

        /** Adds a part; false if there is no room for it now. */
        boolean append(Buffer part) {
            int end = received + part.length();
            if (end > bytes.length && atFirst > 0) {
                byte[] whole = room.array(length);
                if (whole == null) {
                    return false;
                }
                bytes = whole;
            }
            if (end > bytes.length) {
                int wanted = Math.min(length, Math.max(atFirst, 2 * end));
                if (!room.take(wanted - bytes.length)) {
                    return false;
                }
                bytes = Arrays.copyOf(bytes, wanted);
            }
            part.getBytes(0, part.length(), bytes, received);
            received = end;
            return true;
        }

        /** All of its bytes, once they have come; blanks may follow. */
        byte[] bytes() {
            Arrays.fill(bytes, received, bytes.length, (byte) ' ');
            return bytes;
        }

        boolean isLarge() {
            return length > LARGE;
        }

        void release() {
            if (atFirst > 0 && bytes.length > 0) {
                room.spare.add(bytes);
            } else {
                room.held.addAndGet(-bytes.length);
            }
        }
    }
}
