package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** TLS handshakes of one client, of which only sixteen are in progress at once. */
class WaitingHandshakesTest {
    private final Connections connections = new Connections(128);
    private final List<TlsPair> pairs = new ArrayList<>();

    @AfterEach
    void release() {
        pairs.forEach(TlsPair::release);
    }

    @Test
    void aHandshakeThatFindsNoPlaceWaitsUntilAnotherEnds() throws Exception {
        // Given
        List<TlsPair> unfinished = begin(16);
        TlsPair newcomer = pair();

        // When
        newcomer.exchange();

        // Then
        assertThat(newcomer.isClientDone()).isFalse();
        assertThat(newcomer.server.config().isAutoRead()).isFalse();

        // When
        unfinished.get(0).server.close();
        newcomer.server.runPendingTasks();
        newcomer.exchange();

        // Then
        assertThat(newcomer.isClientDone()).isTrue();
        assertThat(newcomer.server.config().isAutoRead()).isTrue();
    }

    @Test
    void nothingIsReadFromAClientWhoseHandshakeWaits() throws Exception {
        // Given
        begin(16);
        TlsPair newcomer = pair();
        AtomicInteger reads = new AtomicInteger();
        newcomer.server.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void read(ChannelHandlerContext context) {
                reads.incrementAndGet();
                context.read();
            }
        });

        // When: the library that decrypts asks for more, because it has seen nothing yet
        newcomer.exchange();

        // Then
        assertThat(reads).hasValue(0);
    }

    @Test
    void aHandshakeThatDoesNotEndLosesItsPlaceToThoseThatWait() throws Exception {
        // Given
        List<TlsPair> unfinished = begin(16);
        pass(3, unfinished);
        assertThat(unfinished).allMatch(one -> one.server.isOpen());
        TlsPair newcomer = pair();
        newcomer.exchange();

        // When
        pass(3, unfinished);
        newcomer.server.runPendingTasks();
        newcomer.exchange();

        // Then
        assertThat(unfinished).anyMatch(one -> !one.server.isOpen());
        assertThat(newcomer.isClientDone()).isTrue();
    }

    @Test
    void aClientThatLeavesWhileItsHandshakeWaitsGivesUp() throws Exception {
        // Given
        begin(16);
        TlsPair newcomer = pair();
        newcomer.exchange();
        assertThat(connections.handshakes().areAwaited()).isTrue();

        // When
        newcomer.server.close();

        // Then
        assertThat(connections.handshakes().areAwaited()).isFalse();
    }

    /** Handshakes of which the server has the first message of the client, and the client nothing of the server. */
    private List<TlsPair> begin(int count) throws Exception {
        List<TlsPair> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TlsPair pair = pair();
            pair.begin();
            begun.add(pair);
        }
        return begun;
    }

    private TlsPair pair() throws Exception {
        TlsPair pair = new TlsPair(connections);
        pairs.add(pair);
        return pair;
    }

    private static void pass(int seconds, List<TlsPair> handshakes) {
        for (TlsPair handshake : handshakes) {
            handshake.server.advanceTimeBy(seconds, TimeUnit.SECONDS);
            handshake.server.runScheduledPendingTasks();
        }
    }
}
