package dev.tolerant.server.intake;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The body of one request, from its announcement until nobody uses its bytes any more. */
public final class RequestBody {
    private static final String KEY = RequestBody.class.getName();
    private static final byte[] NOTHING = new byte[0];

    /** Working on a longer body takes so long that the other connections of an event loop would notice. */
    private static final int LARGE = 64 << 10;

    private final RoutingContext context;
    private final Context thread;
    private final Reservation reservation;
    private final boolean chunked;
    private final Patience patience;
    private byte[] bytes = NOTHING;
    private volatile int received;
    private volatile boolean over;

    /**
     * A body that its client has announced.
     *
     * @param length its length in bytes; negative if the request does not say
     */
    RequestBody(RoutingContext context, long length, Budgets budgets) {
        HttpServerRequest request = context.request();
        this.context = context;
        this.thread = context.vertx().getOrCreateContext();
        this.chunked = length < 0;
        long reserved = chunked ? budgets.longest() : length;
        String peer = request.connection().remoteAddress().hostAddress();
        this.reservation = new Reservation(budgets.of(reserved), peer, reserved);
        this.patience = Patience.of(request.query(), System.nanoTime());
        context.put(KEY, this);
        context.addEndHandler(any -> end());
    }

    /** The body of a request that has come to a resource; null if the intake does not know the path, as it is written. */
    public static @Nullable RequestBody of(RoutingContext context) {
        return context.get(KEY);
    }

    /** All bytes of the body. */
    public byte[] bytes() {
        return bytes;
    }

    /** Whether to work on it elsewhere than on an event loop. */
    public boolean isLarge() {
        return received > LARGE;
    }

    /** Whether the client does not wait any more: it has gone, or the time is over that it named. */
    public boolean isAbandoned() {
        return over || patience.isOver(System.nanoTime());
    }

    /**
     * Keeps the bytes within the budget although the client may go, until {@link #release()}; false if they are out of it
     * already.
     */
    public boolean retain() {
        return reservation.retain();
    }

    /** Lets go of what {@link #retain()} kept. */
    public void release() {
        reservation.release();
    }

    RoutingContext context() {
        return context;
    }

    /** Does something on the event loop that receives the body. */
    void onEventLoop(Runnable what) {
        thread.runOnContext(any -> what.run());
    }

    /** Whether the two compete for the same bytes. */
    boolean competesWith(RequestBody other, PeerBudget.Outcome shortage) {
        return reservation.competesWith(other.reservation, shortage);
    }

    String peer() {
        return reservation.peer();
    }

    Patience patience() {
        return patience;
    }

    /** Whether the client has its answer, or has gone. */
    boolean isOver() {
        return over;
    }

    /** Bytes in a nanosecond since the client announced the body. */
    double pace(long now) {
        return (double) received / Math.max(1, now - patience.since());
    }

    /** Makes room for the body; does not wait. */
    PeerBudget.Outcome reserve() {
        return reservation.make();
    }

    /** Reads the body, for which there is room; runs one of the two when it is here, or turns out to be too long. */
    void receive(Runnable complete, Runnable tooLong) {
        HttpServerRequest request = context.request();
        if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
            request.response().writeContinue();
        }
        request.handler(part -> {
            if (over) {
                return;
            }
            if (received + (long) part.length() > reservation.amount()) {
                tooLong.run();
            } else {
                append(part);
            }
        });
        request.endHandler(any -> {
            if (!over) {
                trim();
                complete.run();
            }
        });
    }

    private void append(Buffer part) {
        int length = received + part.length();
        if (bytes.length < length) {
            // The array of a body of known length is made when its first byte comes, not before.
            int most = (int) reservation.amount();
            bytes = Arrays.copyOf(bytes, chunked ? Math.min(most, Math.max(length, 2 * bytes.length)) : most);
        }
        part.getBytes(0, part.length(), bytes, received);
        received = length;
    }

    private void trim() {
        if (bytes.length > received) {
            bytes = Arrays.copyOf(bytes, received);
        }
    }

    /** Runs once, on the event loop, when the client has its answer or has gone. */
    private void end() {
        if (!over) {
            over = true;
            release();
        }
    }
}
