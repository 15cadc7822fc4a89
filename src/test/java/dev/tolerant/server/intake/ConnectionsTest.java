package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private final Connections connections = new Connections(8);
    private long clock;

    @Test
    void aPeerGetsAQuarterOfTheConnections() throws UnknownHostException {
        // Given
        InetAddress peer = peer(1);
        connect(peer);
        connect(peer);

        // When, Then
        assertThat(connections.open(peer, connection(new EmbeddedChannel()))).isFalse();
        assertThat(connections.open()).isEqualTo(2);
    }

    @Test
    void whenAllAreTakenTheQuietestConnectionOfThePeerWithTheMostMakesRoom() throws UnknownHostException {
        // Given
        EmbeddedChannel first = connect(peer(1));
        EmbeddedChannel second = connect(peer(1));
        for (int address = 2; address <= 7; address++) {
            connect(peer(address));
        }

        // When
        boolean opened = connections.open(peer(8), connection(new EmbeddedChannel()));

        // Then
        assertThat(opened).isTrue();
        assertThat(first.isOpen()).isFalse();
        assertThat(second.isOpen()).isTrue();
        assertThat(connections.closed().count(Closing.SURPLUS)).isOne();
    }

    @Test
    void eachNewcomerCostsAnotherConnectionAlthoughTheLastIsNotClosedYet() throws UnknownHostException {
        // Given: connections whose end is never heard of, as of those on a busy event loop
        List<EmbeddedChannel> all = new ArrayList<>();

        // When
        for (int address = 1; address <= 12; address++) {
            all.add(connect(peer(address)));
        }

        // Then
        assertThat(connections.open()).isEqualTo(8);
        assertThat(all).filteredOn(EmbeddedChannel::isOpen).hasSize(8);
        assertThat(connections.closed().count(Closing.SURPLUS)).isEqualTo(4);
    }

    @Test
    void allAreForgottenAlsoThoseThatReplacedTheOnlyOtherOfTheirPeer() throws UnknownHostException {
        // Given
        Map<ClientConnection, InetAddress> all = new HashMap<>();
        for (int i = 0; i < 16; i++) {
            InetAddress peer = peer(1 + i % 8);
            ClientConnection connection = connection(new EmbeddedChannel());
            connections.open(peer, connection);
            all.put(connection, peer);
        }

        // When
        all.forEach((connection, peer) -> connections.forget(peer, connection));

        // Then
        assertThat(connections.open()).isZero();
    }

    @Test
    void aConnectionThatEndsMakesRoom() throws UnknownHostException {
        // Given
        InetAddress peer = peer(1);
        ClientConnection gone = connection(new EmbeddedChannel());
        connections.open(peer, gone);
        connect(peer);

        // When
        connections.forget(peer, gone);
        connections.forget(peer, gone);

        // Then
        assertThat(connections.open()).isOne();
        assertThat(connections.open(peer, connection(new EmbeddedChannel()))).isTrue();
    }

    private EmbeddedChannel connect(InetAddress peer) {
        EmbeddedChannel channel = new EmbeddedChannel();
        assertThat(connections.open(peer, connection(channel))).isTrue();
        return channel;
    }

    private ClientConnection connection(EmbeddedChannel channel) {
        return new ClientConnection(channel, connections.closed(), () -> clock++);
    }

    private static InetAddress peer(int address) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, (byte) address});
    }
}
