package dev.tolerant.intake;

import dev.tolerant.intake.Connections.Closing;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Closes a connection whose client sends a request before the last one is answered, or a request with very many headers:
 * Vert.x would keep all of them in memory. API servers do neither.
 */
final class OneAtATime extends ChannelDuplexHandler {
    private static final int MAX_HEADERS = 100;

    private final GuardedConnection connection;
    private boolean awaitsAnswer;
    private boolean closed;
    private int begun;

    OneAtATime(GuardedConnection connection) {
        this.connection = connection;
    }

    /** Whether the client has sent the head of a request that is not answered yet. */
    boolean awaitsAnswer() {
        return awaitsAnswer;
    }

    /** How many requests the client has begun so far. */
    int begun() {
        return begun;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (closed) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof HttpRequest request) {
            if (awaitsAnswer || request.headers().size() > MAX_HEADERS) {
                closed = true;
                ReferenceCountUtil.release(message);
                connection.close(Closing.PIPELINED);
                return;
            }
            awaitsAnswer = true;
            begun++;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isInterim(message)) {
            awaitsAnswer = false;
        }
        context.write(message, promise);
    }

    /** Whether it only tells the client to go on, such as 100 Continue. */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response && response.status().code() < HttpResponseStatus.OK.code();
    }
}
