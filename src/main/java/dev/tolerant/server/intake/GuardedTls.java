package dev.tolerant.server.intake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends encrypted: its handshake begins when there is a place for it, and has to be short; afterwards most of
 * what it sends must be part of a request. A change of keys (KeyUpdate) takes 27 bytes, and a hundred times as long as to
 * decrypt as many.
 */
final class GuardedTls extends ChannelDuplexHandler {
    /** Bytes that clients without a certificate stay far below. */
    private static final int MAX_HANDSHAKE = 16 << 10;
    /** How long a handshake may last, if others wait for its place. */
    private static final long GRACE_SECONDS = 2;
    /** Bytes of records in excess of what they contain. */
    private static final int MAX_EXCESS = 4 << 10;
    /** How much longer than a request its records may be: a few bytes and an eighth. API servers send few and long ones. */
    private static final int EXCESS_OF_REQUEST = 256;
    /** How many bytes are decrypted before the guard looks again at what they contained. */
    private static final int PORTION = 4 << 10;

    private final ClientConnection connection;
    private final SslHandler tls;
    private final Handshakes handshakes;
    private final @Nullable InetAddress peer;
    private final TlsRecords records = new TlsRecords();
    private final Queue<ByteBuf> held = new ArrayDeque<>();
    private final Runnable onPlace = this::goOn;
    private Place place = Place.NOT_ASKED;
    private @Nullable ChannelHandlerContext context;
    private int handshake;
    private int excess;
    private boolean isAnswered = true;

    /** @param peer null if it is not known; then its handshake does not wait */
    GuardedTls(ClientConnection connection, SslHandler tls, Handshakes handshakes, @Nullable InetAddress peer) {
        this.connection = connection;
        this.tls = tls;
        this.handshakes = handshakes;
        this.peer = peer;
    }

    /** Whether the handshake has one of the places of those in progress. */
    private enum Place {
        NOT_ASKED,
        AWAITED,
        TAKEN,
        LEFT
    }

    /** The handler of what has been decrypted. */
    ChannelHandler decrypted() {
        return new Decrypted();
    }

    /** There is a place for the handshake; on any thread. */
    private void goOn() {
        ChannelHandlerContext waiting = context;
        if (waiting != null) {
            waiting.executor().execute(() -> goOn(waiting));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            reading.fireChannelRead(message);
            return;
        }
        if (place == Place.NOT_ASKED) {
            begin(reading);
        }
        held.add(bytes);
        if (place != Place.AWAITED) {
            passOn(reading);
        }
    }

    /** The library asks for more until it has seen the beginning of the handshake. */
    @Override
    public void read(ChannelHandlerContext asking) {
        if (place != Place.AWAITED) {
            asking.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        leave();
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        closed.fireChannelInactive();
    }

    private void begin(ChannelHandlerContext reading) {
        if (peer == null) {
            place = Place.LEFT;
            return;
        }
        context = reading;
        if (handshakes.begin(peer, onPlace)) {
            take(reading);
        } else {
            place = Place.AWAITED;
            reading.channel().config().setAutoRead(false);
        }
    }

    private void goOn(ChannelHandlerContext waiting) {
        if (place != Place.AWAITED) {
            // The client has gone since.
            handshakes.end(peer());
            return;
        }
        take(waiting);
        passOn(waiting);
        waiting.fireChannelReadComplete();
        waiting.channel().config().setAutoRead(true);
    }

    private void take(ChannelHandlerContext taking) {
        place = Place.TAKEN;
        tls.handshakeFuture().addListener(any -> leave());
        checkLater(taking);
    }

    private void leave() {
        Place before = place;
        place = Place.LEFT;
        if (before == Place.TAKEN) {
            handshakes.end(peer());
        } else if (before == Place.AWAITED) {
            handshakes.giveUp(peer(), onPlace);
        }
    }

    private InetAddress peer() {
        return Objects.requireNonNull(peer);
    }

    private void checkLater(ChannelHandlerContext taking) {
        taking.executor()
                .schedule(
                        () -> {
                            if (place == Place.TAKEN && handshakes.areAwaited()) {
                                connection.close(Closing.SILENT);
                            } else if (place == Place.TAKEN) {
                                checkLater(taking);
                            }
                        },
                        GRACE_SECONDS,
                        TimeUnit.SECONDS);
    }

    private void passOn(ChannelHandlerContext reading) {
        while (!held.isEmpty()) {
            ByteBuf first = held.element();
            ByteBuf portion = first.readableBytes() > PORTION ? first.readRetainedSlice(PORTION) : held.remove();
            if (connection.isClosed() || isTooMuch(portion)) {
                connection.close(Closing.SILENT);
                portion.release();
            } else {
                reading.fireChannelRead(portion);
            }
        }
    }

    /** JSSE copies what it has of a handshake message for each record that goes on with it, however small. */
    private boolean isTooMuch(ByteBuf portion) {
        int ended = records.endedBy(portion);
        if (excess > MAX_EXCESS) {
            return true;
        }
        if (tls.handshakeFuture().isDone()) {
            excess += ended;
            return false;
        }
        handshake += portion.readableBytes();
        return handshake > MAX_HANDSHAKE;
    }

    /** What comes out of the records of a client, and the answers before they are encrypted. */
    private final class Decrypted extends ChannelDuplexHandler {

        @Override
        public void channelRead(ChannelHandlerContext reading, Object message) {
            if (message instanceof ByteBuf bytes) {
                int length = bytes.readableBytes();
                int paid = length + length / 8 + (isAnswered ? EXCESS_OF_REQUEST : 0);
                excess = Math.max(0, excess - paid);
                isAnswered = false;
            }
            reading.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext writing, Object message, ChannelPromise promise) {
            isAnswered = true;
            writing.write(message, promise);
        }
    }
}
