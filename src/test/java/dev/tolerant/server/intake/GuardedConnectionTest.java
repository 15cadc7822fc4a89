package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection on a clock that the tests move. */
class GuardedConnectionTest {
    private static final InetSocketAddress REMOTE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);

    private final Connections connections = new Connections(4);
    private final EmbeddedChannel channel = channel();
    private long clock = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(20);

    @BeforeEach
    void connect() throws Exception {
        channel.freezeTime();
        channel.pipeline().addFirst(new GuardedConnection(channel, connections, () -> clock));
        channel.register();
    }

    @Test
    void aClientThatSendsNothingIsDisconnectedAfterHalfAMinute() {
        // When
        pass(25);

        // Then
        assertThat(channel.isOpen()).isTrue();

        // When
        pass(15);

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
        assertThat(connections.open()).isZero();
    }

    @Test
    void aClientThatSendsAByteNowAndThenIsDisconnectedToo() {
        for (int seconds = 0; seconds < 40 && channel.isOpen(); seconds += 5) {
            // When
            channel.writeInbound(bytes(1));
            pass(5);
        }

        // Then
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatWasAnsweredMayStaySilent() {
        // Given
        channel.writeInbound(bytes(100));
        channel.writeOutbound(bytes(100));

        // When
        pass(600);

        // Then
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void theNextRequestHasHalfAMinuteOfItsOwn() {
        // Given
        channel.writeInbound(bytes(100));
        channel.writeOutbound(bytes(100));
        pass(600);

        // When
        channel.writeInbound(bytes(1));
        pass(25);

        // Then
        assertThat(channel.isOpen()).isTrue();

        // When
        channel.writeInbound(bytes(1));
        pass(15);

        // Then
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatSendsOnWithoutReadingItsAnswersIsDisconnected() {
        // Given
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        ByteBuf request = bytes(100);

        // When
        channel.writeInbound(request);

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(request.refCnt()).isZero();
        assertThat(connections.closed().count(Closing.UNREAD)).isOne();
    }

    @Test
    void anAnswerIsNotWrittenIfItsClientHasNotReadEightMebibytesOfOthers() {
        // Given
        connections.unread().reserve(REMOTE.getAddress().getHostAddress(), 8 << 20);
        ByteBuf answer = bytes(10_000);

        // When
        channel.writeAndFlush(answer);

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(answer.refCnt()).isZero();
        assertThat(connections.closed().count(Closing.UNREAD)).isOne();
    }

    @Test
    void anAnswerThatIsReadCountsNoMore() {
        // When
        channel.writeOutbound(bytes(1 << 20));

        // Then
        assertThat(connections.unread().held()).isZero();
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aTlsHandshakeOfMoreThan16KiBIsCutOff() throws Exception {
        // Given: a record that says it begins a longer message, so that the handshake goes on with the next one
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(false);
        channel.pipeline().addLast(new SslHandler(engine));
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {22, 3, 3, 0x40, 0, 1, 0, (byte) 0xff, (byte) 0xff}));

        // When
        channel.writeInbound(bytes((16 << 10) - 9));

        // Then
        assertThat(channel.isOpen()).isTrue();

        // When
        ByteBuf last = bytes(1);
        channel.writeInbound(last);

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(last.refCnt()).isZero();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
    }

    @Test
    void withoutTlsThereIsNoHandshakeToLimit() {
        // When
        channel.writeInbound(bytes(1 << 20));
        channel.writeInbound(bytes(1));

        // Then
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aConnectionTooManyIsClosedAndLeavesTheOthersCounted() throws Exception {
        // Given
        EmbeddedChannel surplus = channel();
        surplus.pipeline().addFirst(new GuardedConnection(surplus, connections, () -> clock));

        // When
        surplus.register();

        // Then
        assertThat(surplus.isOpen()).isFalse();
        assertThat(channel.isOpen()).isTrue();
        assertThat(connections.open()).isOne();
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock += TimeUnit.SECONDS.toNanos(1);
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    private static EmbeddedChannel channel() {
        return new EmbeddedChannel(false, false) {
            @Override
            protected SocketAddress remoteAddress0() {
                return REMOTE;
            }
        };
    }

    private static ByteBuf bytes(int length) {
        return Unpooled.wrappedBuffer(new byte[length]);
    }
}
