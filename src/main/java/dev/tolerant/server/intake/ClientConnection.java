package dev.tolerant.server.intake;

import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** A client's connection: since when it has been quiet, and whether the program has closed it. */
final class ClientConnection {
    /** How long after its first bytes, or after connecting, a client must have something answered. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final Channel channel;
    private final Closings closings;
    private final LongSupplier clock;
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean awaitsAnswer = true;
    private volatile long quietSince;

    /**
     * @param closings counts its end, if the program closes it
     * @param clock nanoseconds, as {@link System#nanoTime()} has them
     */
    ClientConnection(Channel channel, Closings closings, LongSupplier clock) {
        this.channel = channel;
        this.closings = closings;
        this.clock = clock;
        this.quietSince = clock.getAsLong();
    }

    /** When the client last began to send, or was last answered, by the clock; on any thread. */
    long quietSince() {
        return quietSince;
    }

    /** The client has sent something. */
    void sent() {
        if (!awaitsAnswer) {
            awaitsAnswer = true;
            quietSince = clock.getAsLong();
        }
    }

    /** The program writes something to the client. */
    void answered() {
        awaitsAnswer = false;
        quietSince = clock.getAsLong();
    }

    /** Whether the client has begun something and not come to its end in time. */
    boolean isSilent() {
        return awaitsAnswer && clock.getAsLong() - quietSince > PATIENCE;
    }

    /** Closes the connection, for the first reason that is given; on any thread. */
    void close(Closing closing) {
        if (closed.compareAndSet(false, true)) {
            closings.add(closing);
            channel.close();
        }
    }

    /** Whether the program has closed the connection; what still comes of it is not read. */
    boolean isClosed() {
        return closed.get();
    }
}
