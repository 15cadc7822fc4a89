package dev.tolerant.intake;

import dev.tolerant.intake.Connections.Closing;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that the program closes if its client begins a request and does not end it, or does not read the answers. It
 * looks only at when bytes come and go and at how many they are; TLS is left to {@link GuardedTls}, and what they say in
 * HTTP to {@link RequestHeads}.
 */
final class GuardedConnection extends ChannelDuplexHandler {
    /** How long after its first bytes, or after connecting, a client must have something answered. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private static final long CHECK_SECONDS = 5;
    /** Bytes; shorter answers are few enough to be left to the connection's own limit. */
    private static final int LONG_ANSWER = 8 << 10;

    private static final String DECRYPTED = "decrypted";

    private final Channel channel;
    private final Connections connections;
    private final LongSupplier clock;
    private final AtomicBoolean closed = new AtomicBoolean();
    private @Nullable InetAddress peer;
    private boolean awaitsAnswer = true;
    private boolean isReading;
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

    /** Closes the connection, for the first reason that is given; on any thread. */
    void close(Closing closing) {
        if (closed.compareAndSet(false, true)) {
            connections.count(closing);
            channel.close();
        }
    }

    /** Whether the program has closed the connection; what still comes of it is not read. */
    boolean isClosed() {
        return closed.get();
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
            close(Closing.UNREAD);
        }
        if (isClosed()) {
            ReferenceCountUtil.release(message);
            return;
        }
        guardWhatIsRead(context.pipeline());
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
        int length = message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
        if (length < LONG_ANSWER || peer == null) {
            context.write(message, promise);
            return;
        }
        String reader = peer.getHostAddress();
        if (connections.unread().reserve(reader, length) == PeerBudget.Outcome.RESERVED) {
            context.write(
                    message,
                    promise.unvoid().addListener(read -> connections.unread().release(reader, length)));
        } else {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new ClosedChannelException());
            close(Closing.UNREAD);
        }
    }

    /** Only with the first bytes does the pipeline have the handler that decrypts them. */
    private void guardWhatIsRead(ChannelPipeline pipeline) {
        if (isReading) {
            return;
        }
        isReading = true;
        String before = pipeline.context(this).name();
        SslHandler tls = pipeline.get(SslHandler.class);
        if (tls != null) {
            GuardedTls guarded = new GuardedTls(this, tls, connections.handshakes(), peer);
            String decrypting = pipeline.context(tls).name();
            before = DECRYPTED;
            pipeline.addBefore(decrypting, null, guarded);
            pipeline.addAfter(decrypting, before, guarded.decrypted());
        }
        pipeline.addAfter(before, null, new RequestHeads(this));
        pipeline.addAfter(before, null, new Portions());
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
