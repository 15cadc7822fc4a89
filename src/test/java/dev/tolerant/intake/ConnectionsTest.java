package dev.tolerant.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intake.Connections.Closing;
import dev.tolerant.intake.Connections.Peer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private final Connections connections = new Connections(8);
    private long clock;

    @Test
    void aPeerGetsAQuarterOfTheConnections() throws UnknownHostException {
        // Given
        Peer peer = peer(1, 8443);
        connect(peer);
        connect(peer);

        // When, Then
        assertThat(connections.open(peer, connection(new EmbeddedChannel()))).isFalse();
        assertThat(connections.open()).isEqualTo(2);
    }

    @Test
    void theProbesOfANodeAreNotCountedWithItsReviews() throws UnknownHostException {
        // Given
        connect(peer(1, 8443));
        connect(peer(1, 8443));

        // When, Then
        assertThat(connections.open(peer(1, 9000), connection(new EmbeddedChannel())))
                .isTrue();
    }

    @Test
    void whenAllAreTakenTheQuietestConnectionOfThePeerWithTheMostMakesRoom() throws UnknownHostException {
        // Given
        EmbeddedChannel first = connect(peer(1, 8443));
        EmbeddedChannel second = connect(peer(1, 8443));
        for (int address = 2; address <= 7; address++) {
            connect(peer(address, 8443));
        }

        // When
        boolean opened = connections.open(peer(8, 8443), connection(new EmbeddedChannel()));

        // Then
        assertThat(opened).isTrue();
        assertThat(first.isOpen()).isFalse();
        assertThat(second.isOpen()).isTrue();
        assertThat(connections.closed(Closing.SURPLUS)).isOne();
    }

    @Test
    void aConnectionThatEndsMakesRoom() throws UnknownHostException {
        // Given
        Peer peer = peer(1, 8443);
        GuardedConnection gone = connection(new EmbeddedChannel());
        connections.open(peer, gone);
        connect(peer);

        // When
        connections.forget(peer, gone);
        connections.forget(peer, gone);

        // Then
        assertThat(connections.open()).isOne();
        assertThat(connections.open(peer, connection(new EmbeddedChannel()))).isTrue();
    }

    private EmbeddedChannel connect(Peer peer) {
        EmbeddedChannel channel = new EmbeddedChannel();
        assertThat(connections.open(peer, connection(channel))).isTrue();
        return channel;
    }

    private GuardedConnection connection(EmbeddedChannel channel) {
        return new GuardedConnection(channel, connections, () -> clock++);
    }

    private static Peer peer(int address, int port) throws UnknownHostException {
        return new Peer(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, (byte) address}), port);
    }
}
