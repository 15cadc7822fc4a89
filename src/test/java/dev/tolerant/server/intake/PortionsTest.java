package dev.tolerant.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A connection whose server stops reading after eight parts of a body, as Vert.x does for a request that is paused. */
class PortionsTest {
    private final Server server = new Server();
    private final EmbeddedChannel channel = new EmbeddedChannel(new Portions(), new HttpRequestDecoder(), server);

    /** Stops reading when it has seen enough. */
    private static final class Server extends SimpleChannelInboundHandler<HttpObject> {
        private int enough = 8;
        private int parts;
        private int completed;

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof HttpContent && ++parts >= enough) {
                context.channel().config().setAutoRead(false);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            completed++;
        }
    }

    @Test
    void littleIsDecodedOfWhatComesAfterTheServerStopsReading() {
        // When
        ByteBuf body = tinyChunks(10_000);
        channel.writeInbound(ascii("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), body);

        // Then
        assertThat(server.parts).isBetween(8, 400);
        assertThat(body.refCnt()).isPositive();
    }

    @Test
    void theRestIsDecodedWhenTheServerReadsOn() {
        // Given
        ByteBuf body = tinyChunks(10_000);
        channel.writeInbound(ascii("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), body, ascii("0\r\n\r\n"));
        server.enough = Integer.MAX_VALUE;
        int completed = server.completed;

        // When
        channel.config().setAutoRead(true);

        // Then
        assertThat(server.parts).isEqualTo(10_001);
        assertThat(server.completed).isGreaterThan(completed);
        assertThat(body.refCnt()).isZero();
    }

    @Test
    void aServerMayStopAndGoOnManyTimes() {
        // Given
        channel.writeInbound(ascii("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), tinyChunks(10_000));

        for (int i = 0; i < 100 && server.parts < 10_000; i++) {
            // When
            int before = server.parts;
            server.enough = before + 8;
            channel.config().setAutoRead(true);

            // Then
            assertThat(server.parts).isBetween(before + 8, before + 800);
        }
        assertThat(server.parts).isEqualTo(10_000);
    }

    @Test
    void aServerThatAsksForOnePartGetsThatOnly() {
        // Given
        AtomicInteger reads = new AtomicInteger();
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void read(ChannelHandlerContext context) {
                reads.incrementAndGet();
            }
        });
        channel.writeInbound(ascii("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), tinyChunks(300));
        channel.writeInbound(tinyChunks(10));
        int before = server.parts;

        // When
        channel.read();

        // Then
        assertThat(server.parts).isEqualTo(before + 10);
        assertThat(reads).hasValue(0);

        // When: nothing is left
        channel.read();

        // Then
        assertThat(reads).hasValue(1);
    }

    @Test
    void whatIsKeptIsLetGoOfWhenTheClientLeaves() {
        // Given
        ByteBuf body = tinyChunks(10_000);
        channel.writeInbound(ascii("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), body);

        // When
        channel.close();

        // Then
        assertThat(body.refCnt()).isZero();
    }

    private static ByteBuf tinyChunks(int count) {
        return ascii("1\r\na\r\n".repeat(count));
    }

    private static ByteBuf ascii(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}
