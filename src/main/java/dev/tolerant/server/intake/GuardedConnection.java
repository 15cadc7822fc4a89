package dev.tolerant.server.intake;

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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client begins a request and does not end it, or does not read the answers. It looks only at when
 * bytes come and go and at how many they are; TLS is left to {@link GuardedTls}, and what they say in HTTP to
 * {@link RequestHeads}.
 */
final class GuardedConnection extends ChannelDuplexHandler {
    private static final long CHECK_SECONDS = 5;
    /** Bytes; shorter answers are few enough to be left to the connection's own limit. */
    private static final int LONG_ANSWER = 8 << 10;

    private static final String DECRYPTED = "decrypted";

    private final Channel channel;
    private final Connections connections;
    private final ClientConnection connection;
    private @Nullable InetAddress peer;
    private boolean isReading;

    /** @param clock nanoseconds, as {@link System#nanoTime()} has them */
    GuardedConnection(Channel channel, Connections connections, LongSupplier clock) {
        this.channel = channel;
        this.connections = connections;
        this.connection = new ClientConnection(channel, connections.closed(), clock);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (channel.remoteAddress() instanceof InetSocketAddress remote) {
            if (!connections.open(remote.getAddress(), connection)) {
                connection.close(Closing.SURPLUS);
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
            connections.forget(peer, connection);
        }
        context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!channel.isWritable()) {
            connection.close(Closing.UNREAD);
        }
        if (connection.isClosed()) {
            ReferenceCountUtil.release(message);
            return;
        }
        guardWhatIsRead(context.pipeline());
        connection.sent();
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        connection.answered();
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
            connection.close(Closing.UNREAD);
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
            GuardedTls guarded = new GuardedTls(connection, tls, connections.handshakes(), peer);
            String decrypting = pipeline.context(tls).name();
            before = DECRYPTED;
            pipeline.addBefore(decrypting, null, guarded);
            pipeline.addAfter(decrypting, before, guarded.decrypted());
        }
        pipeline.addAfter(before, null, new RequestHeads(connection));
        pipeline.addAfter(before, null, new Portions());
    }

    private void checkLater(ChannelHandlerContext context) {
        context.executor().schedule(() -> check(context), CHECK_SECONDS, TimeUnit.SECONDS);
    }

    private void check(ChannelHandlerContext context) {
        if (!channel.isActive()) {
            return;
        }
        if (connection.isSilent()) {
            connection.close(Closing.SILENT);
        } else {
            checkLater(context);
        }
    }
}
