package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakesTest {
    private final Handshakes handshakes = new Handshakes(8);
    private final List<String> begun = new ArrayList<>();

    @Test
    void aPeerHasAQuarterInProgressAndItsNextWaitsForOneOfThem() throws UnknownHostException {
        // Given
        begin(1, "first");
        begin(1, "second");
        begin(1, "third");
        begin(2, "other");
        assertThat(begun).containsExactly("first", "second", "other");

        // When
        handshakes.end(peer(2));

        // Then
        assertThat(begun).doesNotContain("third");
        assertThat(handshakes.areAwaited()).isTrue();

        // When
        handshakes.end(peer(1));

        // Then
        assertThat(begun).endsWith("third");
        assertThat(handshakes.areAwaited()).isFalse();
    }

    @Test
    void thePeerWithTheFewestGoesFirst() throws UnknownHostException {
        // Given: four peers that have begun all they may
        for (int i = 0; i < 100; i++) {
            for (int address = 1; address <= 4; address++) {
                begin(address, address + " " + i);
            }
        }
        begin(5, "newcomer");
        assertThat(begun).hasSize(8).doesNotContain("newcomer");

        // When
        handshakes.end(peer(1));

        // Then
        assertThat(begun).hasSize(9).endsWith("newcomer");
    }

    @Test
    void whoGivesUpIsNotWaitedFor() throws UnknownHostException {
        // Given
        begin(1, "first");
        begin(1, "second");
        Runnable gone = () -> begun.add("gone");
        handshakes.begin(peer(1), gone);

        // When
        handshakes.giveUp(peer(1), gone);
        handshakes.end(peer(1));

        // Then
        assertThat(begun).containsExactly("first", "second");
        assertThat(handshakes.areAwaited()).isFalse();

        // When
        begin(1, "third");

        // Then
        assertThat(begun).endsWith("third");
    }

    private void begin(int address, String name) throws UnknownHostException {
        if (handshakes.begin(peer(address), () -> begun.add(name))) {
            begun.add(name);
        }
    }

    private static InetAddress peer(int address) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, (byte) address});
    }
}
