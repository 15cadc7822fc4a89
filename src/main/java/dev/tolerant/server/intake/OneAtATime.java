package dev.tolerant.server.intake;

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

    private final ClientConnection connection;
    private boolean hasMissedRequest;
    private boolean awaitsAnswer;
    private boolean closed;
    private int begun;

    /** @param hasMissedRequest whether the client has sent the head of a request that this handler did not see */
    OneAtATime(ClientConnection connection, boolean hasMissedRequest) {
        this.connection = connection;
        this.hasMissedRequest = hasMissedRequest;
    }

    /** Whether the client may still be sending the body of a request whose head it sent before. */
    boolean hasMissedRequest() {
        return hasMissedRequest;
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
        if (message instanceof LastHttpContent || message instanceof HttpRequest) {
            hasMissedRequest = false;
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof LastHttpContent && !isInterim(message)) {
            awaitsAnswer = false;
            hasMissedRequest = false;
        }
        context.write(message, promise);
    }

    /** Whether it only tells the client to go on, such as 100 Continue. */
    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response && response.status().code() < HttpResponseStatus.OK.code();
    }
}
