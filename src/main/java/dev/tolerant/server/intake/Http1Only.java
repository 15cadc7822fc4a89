package dev.tolerant.server.intake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * Closes a connection whose client begins to speak HTTP/2, which Quarkus cannot switch off on the management port: each of
 * its many streams could bring a body, where a limit on connections is to bound them.
 */
final class Http1Only extends ChannelInboundHandlerAdapter {
    /** What each client begins with, also after an upgrade from HTTP/1.1 (RFC 9113, 3.4). */
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM".getBytes(StandardCharsets.US_ASCII);

    private int matched;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes && hasPreface(bytes)) {
            ReferenceCountUtil.release(message);
            context.close();
            return;
        }
        context.fireChannelRead(message);
    }

    /** The preface may come in pieces; its first byte occurs in it only once. */
    private boolean hasPreface(ByteBuf bytes) {
        for (int i = bytes.readerIndex(); i < bytes.writerIndex(); i++) {
            byte next = bytes.getByte(i);
            if (next == PREFACE[matched]) {
                matched++;
            } else {
                matched = next == PREFACE[0] ? 1 : 0;
            }
            if (matched == PREFACE.length) {
                return true;
            }
        }
        return false;
    }
}
