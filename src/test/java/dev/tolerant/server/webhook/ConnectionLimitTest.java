package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections on a clock that the tests move. */
class ConnectionLimitTest {
    private static final int LIMIT = 3;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ConnectionLimit guard = new ConnectionLimit(LIMIT);
    private final List<EmbeddedChannel> channels = new ArrayList<>();
    private double surplus;
    private double silent;

    @BeforeEach
    void readCounts() {
        ConnectionLimit.count(registry);
        surplus = closed("surplus");
        silent = closed("silent");
    }

    @AfterEach
    void closeAll() {
        channels.forEach(EmbeddedChannel::close);
    }

    @Test
    void aClientThatSendsNothingIsDisconnectedAfterHalfAMinute() throws Exception {
        EmbeddedChannel channel = connect(1);

        pass(channel, 30);

        assertThat(channel.isOpen()).isTrue();

        pass(channel, 10);

        assertThat(channel.isOpen()).isFalse();
        assertThat(closed("silent") - silent).isOne();
    }

    @Test
    void aClientThatSendsAByteASecondIsDisconnectedToo() throws Exception {
        EmbeddedChannel channel = connect(1);

        for (int second = 0; second < 41 && channel.isOpen(); second++) {
            send(channel);
            pass(channel, 1);
        }

        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aClientThatIsAnsweredMayWaitAndAskAgain() throws Exception {
        EmbeddedChannel channel = connect(1);

        for (int i = 0; i < 10; i++) {
            send(channel);
            pass(channel, 25);
            channel.writeOutbound(Unpooled.wrappedBuffer(new byte[1]));
            pass(channel, 90);
        }

        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void anAddressHasSoManyConnectionsAndNoMore() throws Exception {
        List<EmbeddedChannel> open = new ArrayList<>();
        for (int i = 0; i < LIMIT; i++) {
            open.add(connect(1));
        }

        EmbeddedChannel another = connect(1);
        EmbeddedChannel ofAnother = connect(2);

        assertThat(another.isOpen()).isFalse();
        assertThat(open).allMatch(EmbeddedChannel::isOpen);
        assertThat(ofAnother.isOpen()).isTrue();
        assertThat(closed("surplus") - surplus).isOne();

        open.get(0).close();

        assertThat(connect(1).isOpen()).isTrue();
        assertThat(connect(1).isOpen()).isFalse();
    }

    private double closed(String reason) {
        return registry.get("tolerant.closed.connections")
                .tag("reason", reason)
                .functionCounter()
                .count();
    }

    private static void send(EmbeddedChannel channel) {
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[1]));
    }

    private static void pass(EmbeddedChannel channel, int seconds) {
        IntStream.range(0, seconds).forEach(second -> {
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runPendingTasks();
        });
    }

    private EmbeddedChannel connect(int host) throws Exception {
        EmbeddedChannel channel = from(host);
        channels.add(channel);
        channel.freezeTime();
        guard.postInitializeServerChildChannel(channel);
        channel.register();
        return channel;
    }

    private static EmbeddedChannel from(int host) throws UnknownHostException {
        SocketAddress remote =
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) host}), 40_000);
        return new EmbeddedChannel(false, false) {
            @Override
            protected SocketAddress remoteAddress0() {
                return remote;
            }
        };
    }
}
