package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection with Netty's own codec, and a server that answers when the tests say so. */
class RequestHeadsTest {
    private static final String HEAD = "POST /mutate HTTP/1.1\r\nHost: tolerant\r\nContent-Length: ";

    private final Connections connections = new Connections(8);
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private boolean answersAtOnce;

    @BeforeEach
    void connect() {
        GuardedConnection guard = new GuardedConnection(channel, connections, System::nanoTime);
        channel.pipeline().addLast(guard);
    }

    private void speakHttp() {
        channel.pipeline().addLast(new HttpRequestDecoder(), new HttpResponseEncoder());
        channel.pipeline().addLast("handler", new SimpleChannelInboundHandler<HttpObject>() {
            @Override
            protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
                if (answersAtOnce && message instanceof LastHttpContent) {
                    answer();
                }
            }
        });
    }

    /** As on the management port, where the first bytes tell Vert.x which protocol the client speaks. */
    private void speakHttpAfterTheFirstBytes() {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                speakHttp();
                context.pipeline().remove(this);
                context.fireChannelRead(message);
            }
        });
    }

    @Test
    void aClientMayBeginWithALongBodyWhereItsFirstBytesTellTheProtocol() {
        // Given
        speakHttpAfterTheFirstBytes();

        // When
        send(HEAD + "90000\r\n\r\n" + "x".repeat(9000));
        for (int i = 0; i < 9; i++) {
            send("x".repeat(9000));
        }
        answer();
        send(HEAD + "9000\r\n\r\n");
        send("x".repeat(9000));

        // Then
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aHeadThatDoesNotEndIsCutOffWhereItsFirstBytesTellTheProtocol() {
        // Given
        speakHttpAfterTheFirstBytes();

        // When
        send("\r\n\r\nPOST /mutate HTTP/1.1\r\n");
        sendHeadersWithoutEnd();

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
    }

    @Test
    void theSecondHeadIsCutOffTooIfTheFirstBytesToldTheProtocol() {
        // Given
        speakHttpAfterTheFirstBytes();
        answersAtOnce = true;
        send(HEAD + "0\r\n\r\n");

        // When
        send("POST /mutate HTTP/1.1\r\n");
        sendHeadersWithoutEnd();

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
    }

    private void sendHeadersWithoutEnd() {
        for (int i = 0; i < 900 && channel.isOpen(); i++) {
            send("a:\r\na:\r\n");
        }
    }

    @Test
    void aClientMaySendOneLongRequestAfterTheOther() {
        // Given
        speakHttp();
        answersAtOnce = true;

        for (int i = 0; i < 10; i++) {
            // When
            send(HEAD + "9000\r\n\r\n" + "x".repeat(9000));
        }

        // Then
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aClientMaySendTheBodyAfterTheHead() {
        // Given
        speakHttp();

        // When
        send(HEAD + "9000\r\n\r\n");
        send("x".repeat(5000));
        send("x".repeat(4000));
        answer();
        send(HEAD + "0\r\n\r\n");

        // Then
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aHeadThatDoesNotEndIsCutOff() {
        // Given
        speakHttp();

        // When
        send("POST /mutate HTTP/1.1\r\n");
        sendHeadersWithoutEnd();

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.SILENT)).isOne();
    }

    @Test
    void aRequestBeforeTheLastIsAnsweredIsCutOff() {
        // Given
        speakHttp();

        // When
        send(HEAD + "0\r\n\r\n" + HEAD + "0\r\n\r\n");

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.PIPELINED)).isOne();
    }

    @Test
    void aRequestWithVeryManyHeadersIsCutOff() {
        // Given
        speakHttp();

        // When
        send("GET / HTTP/1.1\r\n" + "a:\r\n".repeat(101) + "\r\n");

        // Then
        assertThat(channel.isOpen()).isFalse();
        assertThat(connections.closed().count(Closing.PIPELINED)).isOne();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private void answer() {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    }
}
