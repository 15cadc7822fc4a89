package dev.tolerant.server.intake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Has little decoded at a time, and keeps the rest as it came while the program does not read: chunks of one byte take
 * seventeen times as much memory when they are decoded.
 */
final class Portions extends ChannelDuplexHandler {
    private static final int LENGTH = 2 << 10;

    private final Queue<Object> held = new ArrayDeque<>();
    private boolean isPassingOn;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        held.add(message);
        if (!isPassingOn) {
            passOn(context, context.channel().config().isAutoRead());
        }
    }

    /** Comes when the program goes on reading, too. */
    @Override
    public void read(ChannelHandlerContext context) {
        if (isPassingOn) {
            return;
        }
        if (held.isEmpty()) {
            context.read();
            return;
        }
        passOn(context, true);
        context.fireChannelReadComplete();
        if (held.isEmpty() && context.channel().config().isAutoRead()) {
            context.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        drop();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        drop();
    }

    private void passOn(ChannelHandlerContext context, boolean isAsked) {
        isPassingOn = true;
        boolean goOn = isAsked;
        while (goOn && !held.isEmpty()) {
            context.fireChannelRead(next());
            goOn = context.channel().config().isAutoRead();
        }
        isPassingOn = false;
    }

    private Object next() {
        return held.element() instanceof ByteBuf bytes && bytes.readableBytes() > LENGTH
                ? bytes.readRetainedSlice(LENGTH)
                : held.remove();
    }

    private void drop() {
        held.forEach(ReferenceCountUtil::release);
        held.clear();
    }
}
