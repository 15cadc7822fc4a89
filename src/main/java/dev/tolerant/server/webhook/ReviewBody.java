package dev.tolerant.server.webhook;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, and the room that it takes. Its event loop alone appends to it; whoever has taken it may then hand it to
 * another thread, and releases it.
 */
final class ReviewBody {
    private static final String KEY = ReviewBody.class.getName();
    private static final byte[] NOTHING = new byte[0];
    /** Working on a longer body takes so long that the other connections of an event loop would notice. */
    private static final int LARGE = 64 << 10;

    private final int length;
    private final int atFirst;
    private final Semaphore room;
    private byte[] bytes = NOTHING;
    private int received;

    /**
     * A body of which nothing has come yet.
     *
     * @param atFirst bytes to make room for when the first one comes; later the room is doubled
     */
    ReviewBody(int length, int atFirst, Semaphore room) {
        this.length = length;
        this.atFirst = atFirst;
        this.room = room;
    }

    /** Lets the resource take it, which then has to release it. */
    void giveTo(RoutingContext context) {
        context.put(KEY, this);
    }

    /** The request has ended: it is released unless it was taken. */
    void leave(RoutingContext context) {
        if (takeFrom(context) != null) {
            release();
        }
    }

    /** The body of a request; null if the gate does not know the path, as it is written, or the client has gone. */
    static @Nullable ReviewBody takeFrom(RoutingContext context) {
        return context.remove(KEY);
    }

    /** Adds a part; false if there is no room for it now. */
    boolean append(Buffer part) {
        int end = received + part.length();
        if (end > bytes.length) {
            int wanted = Math.min(length, Math.max(Math.max(end, atFirst), 2 * bytes.length));
            if (!room.tryAcquire(wanted - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, wanted);
        }
        part.getBytes(0, part.length(), bytes, received);
        received = end;
        return true;
    }

    /** All of its bytes, once they have come. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether to work on it elsewhere than on an event loop. */
    boolean isLarge() {
        return length > LARGE;
    }

    /** Nobody needs its bytes any more. */
    void release() {
        room.release(bytes.length);
    }
}
