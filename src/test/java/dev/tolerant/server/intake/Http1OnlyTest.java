package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http1OnlyTest {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final String UPGRADE = "GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\n";

    private final EmbeddedChannel channel = new EmbeddedChannel(new Http1Only());

    @ParameterizedTest
    @ValueSource(strings = {PREFACE, UPGRADE + PREFACE, "PPRI PRI * HTTP/2.PRI * HTTP/2.0\r\n\r\nSM"})
    void aClientThatBeginsToSpeakHttp2IsDisconnected(String sent) {
        // When
        ByteBuf bytes = bytes(sent);
        channel.writeInbound(bytes);

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(bytes.refCnt()).isZero();
    }

    @Test
    void aClientThatSendsThePrefaceByteByByteIsDisconnectedToo() {
        for (char each : PREFACE.toCharArray()) {
            // When
            if (channel.isOpen()) {
                channel.writeInbound(bytes(String.valueOf(each)));
            }
        }

        // Then
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void http1PassesUnchanged() {
        // When
        channel.writeInbound(bytes(UPGRADE));

        // Then
        ByteBuf passed = channel.readInbound();
        assertThat(passed.toString(StandardCharsets.US_ASCII)).isEqualTo(UPGRADE);
        passed.release();
        assertThat(channel.isOpen()).isTrue();
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
