package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client may send when its handshake is over. */
class GuardedTlsTest {
    /** Bytes that fit into one record of this library. */
    private static final int LONGEST = 16_000;

    private final Connections connections = new Connections(128);
    private final TlsPair pair;
    private final EmbeddedChannel server;

    GuardedTlsTest() throws Exception {
        pair = new TlsPair(connections);
        server = pair.server;
    }

    @BeforeEach
    void connect() {
        pair.exchange();
    }

    @AfterEach
    void release() {
        pair.release();
    }

    @Test
    void aClientThatChangesItsKeysWithoutEndIsDisconnected() throws SSLException {
        // Given
        send(100);

        // When
        changeKeys(80);

        // Then
        assertThat(server.isOpen()).isTrue();

        // When
        changeKeys(80);

        // Then
        assertThat(server.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
    }

    @Test
    void ofVeryManyChangesInOneReadFewAreDecrypted() throws SSLException {
        // Given
        ByteBuf all = Unpooled.buffer();
        for (int i = 0; i < 2000; i++) {
            all.writeBytes(pair.keyUpdate());
        }
        ByteBuf request = pair.record(100);

        // When
        server.writeInbound(all, request);

        // Then
        assertThat(server.isOpen()).isFalse();
        assertThat(all.refCnt()).isZero();
        assertThat((Object) server.readInbound()).isNull();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
    }

    @Test
    void aClientMayChangeItsKeysWithEachRequest() throws SSLException {
        for (int i = 0; i < 300; i++) {
            // When
            changeKeys(1);
            send(100);
            server.writeOutbound(Unpooled.wrappedBuffer(new byte[100]));
        }

        // Then
        assertThat(server.isOpen()).isTrue();
    }

    @Test
    void aFewBytesOfARequestDoNotPayForManyChangesOfKeys() throws SSLException {
        for (int i = 0; i < 100 && server.isOpen(); i++) {
            // When
            send(1);
            changeKeys(10);
        }

        // Then
        assertThat(server.isOpen()).isFalse();
    }

    @Test
    void aClientMaySendALongRequestInLongRecords() throws SSLException {
        // When
        send(1 << 20);

        // Then
        assertThat(server.isOpen()).isTrue();
        assertThat(received()).isEqualTo(1 << 20);
    }

    @Test
    void aClientMaySendALongRequestInRecordsThatFitIntoPackets() throws SSLException {
        for (int i = 0; i < 1000; i++) {
            // When
            send(1200);
        }

        // Then
        assertThat(server.isOpen()).isTrue();
        assertThat(received()).isEqualTo(1_200_000);
    }

    @Test
    void aLongRecordMayComeInSmallPieces() throws SSLException {
        // Given
        ByteBuf record = pair.record(LONGEST);

        // When
        while (record.isReadable()) {
            server.writeInbound(record.readBytes(Math.min(100, record.readableBytes())));
        }

        // Then
        assertThat(server.isOpen()).isTrue();
        assertThat(received()).isEqualTo(LONGEST);
    }

    private void changeKeys(int times) throws SSLException {
        for (int i = 0; i < times && server.isOpen(); i++) {
            server.writeInbound(pair.keyUpdate());
        }
    }

    private void send(int length) throws SSLException {
        for (int sent = 0; sent < length; sent += LONGEST) {
            server.writeInbound(pair.record(Math.min(LONGEST, length - sent)));
        }
    }

    private int received() {
        int received = 0;
        for (ByteBuf part = server.readInbound(); part != null; part = server.readInbound()) {
            received += part.readableBytes();
            part.release();
        }
        return received;
    }
}
