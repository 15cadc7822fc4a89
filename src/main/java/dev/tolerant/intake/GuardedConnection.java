package dev.tolerant.intake;

import dev.tolerant.intake.Connections.Closing;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that the program closes if its client begins a request and does not end it, or does not read the answers.
 * It looks at nothing but when bytes come and go, so that it works for any protocol.
 */
final class GuardedConnection extends ChannelDuplexHandler {
    /** How long after its first bytes, or after connecting, a client must have something answered. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private static final long CHECK_SECONDS = 5;

    private final Channel channel;
    private final Connections connections;
    private final LongSupplier clock;
    private @Nullable InetAddress peer;
    private boolean awaitsAnswer = true;
    private volatile long quietSince;

    /** @param clock nanoseconds, as {@link System#nanoTime()} has them */
    GuardedConnection(Channel channel, Connections connections, LongSupplier clock) {
        this.channel = channel;
        this.connections = connections;
        this.clock = clock;
        this.quietSince = clock.getAsLong();
    }

    /** When the client last began to send, or was last answered, by the clock. */
    long quietSince() {
        return quietSince;
    }

    /** Closes the connection; on any thread. */
    void close(Closing closing) {
        connections.count(closing);
        channel.close();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (channel.remoteAddress() instanceof InetSocketAddress remote) {
            if (!connections.open(remote.getAddress(), this)) {
                close(Closing.SURPLUS);
                return;
            }
            peer = remote.getAddress();
        }
        checkLater(context);
        context.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (peer != null) {
            connections.forget(peer, this);
        }
        context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!channel.isWritable()) {
            ReferenceCountUtil.release(message);
            close(Closing.UNREAD);
            return;
        }
        if (!awaitsAnswer) {
            awaitsAnswer = true;
            quietSince = clock.getAsLong();
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        awaitsAnswer = false;
        quietSince = clock.getAsLong();
        context.write(message, promise);
    }

    private void checkLater(ChannelHandlerContext context) {
        context.executor().schedule(() -> check(context), CHECK_SECONDS, TimeUnit.SECONDS);
    }

    private void check(ChannelHandlerContext context) {
        if (!channel.isActive()) {
            return;
        }
        if (awaitsAnswer && clock.getAsLong() - quietSince > PATIENCE) {
            close(Closing.SILENT);
        } else {
            checkLater(context);
        }
    }
}
