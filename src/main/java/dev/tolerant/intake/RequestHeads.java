package dev.tolerant.intake;

import dev.tolerant.intake.Connections.Closing;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequestDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client sends many bytes of a request's head without coming to its end: thousands of empty headers
 * are short to send, also by the limit that Vert.x has, and a hundred times as long in memory.
 */
final class RequestHeads extends ChannelInboundHandlerAdapter {
    private static final int LONGEST = 4 << 10;
    /** The name that Vert.x gives its handler of requests, which it adds once it knows the protocol. */
    private static final String REQUESTS = "handler";

    private final GuardedConnection connection;
    private @Nullable OneAtATime requests;
    private int length;

    RequestHeads(GuardedConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        OneAtATime known = requests(context.pipeline());
        if (known == null || !(message instanceof ByteBuf bytes)) {
            context.fireChannelRead(message);
            return;
        }
        length += known.awaitsAnswer() ? 0 : bytes.readableBytes();
        int before = known.begun();
        context.fireChannelRead(message);
        // The answer may be written by now.
        if (known.begun() != before) {
            length = 0;
        } else if (length > LONGEST) {
            connection.close(Closing.SILENT);
        }
    }

    /** What follows the requests of this connection, from now on if nothing has; null while it speaks no HTTP/1.1. */
    private @Nullable OneAtATime requests(ChannelPipeline pipeline) {
        if (requests == null && pipeline.get(REQUESTS) != null && pipeline.get(HttpRequestDecoder.class) != null) {
            requests = new OneAtATime(connection);
            pipeline.addBefore(REQUESTS, null, requests);
        }
        return requests;
    }
}
