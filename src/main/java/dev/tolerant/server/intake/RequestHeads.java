package dev.tolerant.server.intake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequestDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client sends many bytes of a request's head without coming to its end: thousands of empty headers
 * are short to send, also by the limit that Vert.x has, and a hundred times as long in memory.
 */
final class RequestHeads extends ChannelDuplexHandler {
    private static final int LONGEST = 4 << 10;
    /** Where the status is in an answer. */
    private static final int STATUS = "HTTP/1.1 ".length();
    /** The name that Vert.x gives its handler of requests, which it adds once it knows the protocol. */
    private static final String REQUESTS = "handler";

    private final ClientConnection connection;
    private @Nullable OneAtATime requests;
    private int length;
    private boolean hasLine;
    private boolean isInLine;
    private boolean hasHead;

    RequestHeads(ClientConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        OneAtATime known = requests(context.pipeline());
        if (known == null || !(message instanceof ByteBuf bytes)) {
            if (message instanceof ByteBuf first) {
                lookForHead(first);
            }
            context.fireChannelRead(message);
            requests(context.pipeline());
            return;
        }
        length += known.awaitsAnswer() || known.hasMissedRequest() ? 0 : bytes.readableBytes();
        int before = known.begun();
        context.fireChannelRead(message);
        // The answer may be written by now.
        if (known.begun() != before) {
            length = 0;
        } else if (length > LONGEST) {
            connection.close(Closing.SILENT);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (requests == null && !isInterim(message)) {
            hasHead = false;
        }
        context.write(message, promise);
    }

    /** Whether it begins as an answer that only tells the client to go on, such as HTTP/1.1 100 Continue. */
    private static boolean isInterim(Object message) {
        return message instanceof ByteBuf bytes
                && bytes.readableBytes() > STATUS
                && bytes.getByte(bytes.readerIndex() + STATUS) == '1';
    }

    /** On the management port the first bytes tell Vert.x the protocol, and nothing follows the request that they begin. */
    private void lookForHead(ByteBuf bytes) {
        length += bytes.readableBytes();
        for (int i = bytes.readerIndex(); i < bytes.writerIndex() && !hasHead; i++) {
            byte next = bytes.getByte(i);
            if (next == '\n') {
                hasHead = hasLine && !isInLine;
                isInLine = false;
            } else if (next != '\r') {
                hasLine = true;
                isInLine = true;
            }
        }
        if (hasHead) {
            length = 0;
        }
    }

    /** What follows the requests of this connection, from now on if nothing has; null while it speaks no HTTP/1.1. */
    private @Nullable OneAtATime requests(ChannelPipeline pipeline) {
        if (requests == null && pipeline.get(REQUESTS) != null && pipeline.get(HttpRequestDecoder.class) != null) {
            requests = new OneAtATime(connection, hasHead);
            pipeline.addBefore(REQUESTS, null, requests);
        }
        return requests;
    }
}
