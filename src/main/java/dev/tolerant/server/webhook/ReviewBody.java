package dev.tolerant.server.webhook;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The body of one request, which counts until its answer is made, although its client may have gone before. */
final class ReviewBody {
    private static final String KEY = ReviewBody.class.getName();
    private static final byte[] NOTHING = new byte[0];
    /** Working on a longer body takes so long that the other connections of an event loop would notice. */
    private static final int LARGE = 64 << 10;

    private final RoutingContext context;
    private final Context thread;
    private final BodyBudget budget;
    private final int atFirst;
    private final int most;
    private final long since = System.nanoTime();
    // Touched by the event loop alone until the body is complete.
    private byte[] bytes = NOTHING;
    private int received;
    private boolean isTaken;
    private volatile boolean isLeft;

    /**
     * The body of a request, of which nothing has come yet.
     *
     * @param atFirst bytes to make room for when the first one comes; later the room is doubled
     * @param most the length in bytes that it must not exceed
     */
    ReviewBody(RoutingContext context, BodyBudget budget, int atFirst, int most) {
        this.context = context;
        this.thread = context.vertx().getOrCreateContext();
        this.budget = budget;
        this.atFirst = atFirst;
        this.most = most;
        context.put(KEY, this);
    }

    /** The body of a request that has come to a resource; null if the gate does not know the path, as it is written. */
    static @Nullable ReviewBody of(RoutingContext context) {
        return context.get(KEY);
    }

    RoutingContext context() {
        return context;
    }

    /** The event loop that receives it. */
    Context thread() {
        return thread;
    }

    /** When its request came, by {@link System#nanoTime()}. */
    long since() {
        return since;
    }

    /** Whether it would be too long with this part. */
    boolean exceeds(Buffer part) {
        return received + (long) part.length() > most;
    }

    /** Adds a part that does not exceed it; false if there is no room now. */
    boolean append(Buffer part) {
        int length = received + part.length();
        if (length > bytes.length) {
            int room = Math.min(most, Math.max(Math.max(length, atFirst), 2 * bytes.length));
            if (!budget.take(room - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, room);
        }
        part.getBytes(0, part.length(), bytes, received);
        received = length;
        return true;
    }

    /** All bytes that have come. */
    byte[] bytes() {
        return received == bytes.length ? bytes : Arrays.copyOf(bytes, received);
    }

    /** Whether to work on it elsewhere than on an event loop. */
    boolean isLarge() {
        return received > LARGE;
    }

    /** Keeps its bytes until {@link #release()}, whatever its client does; false if the client has gone. */
    boolean take() {
        isTaken = !isLeft;
        return isTaken;
    }

    /** Nobody needs its bytes any more. */
    void release() {
        budget.giveBack(bytes.length);
    }

    /** The client has its answer, or has gone. */
    void leave() {
        isLeft = true;
        if (!isTaken) {
            release();
        }
    }

    /** Whether nobody waits for the answer any more. */
    boolean isLeft() {
        return isLeft;
    }
}
