package dev.tolerant.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.intake.Connections.Closing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections between a client and a guarded server that speak TLS 1.3, over bytes that the tests carry. */
class GuardedTlsTest {
    private static final InetSocketAddress REMOTE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    /** Bytes that fit into one record of this library. */
    private static final int LONGEST = 16_000;

    private static final ServingCertificate CERTIFICATE =
            Authority.create(Instant.now()).issue(List.of("localhost"), Instant.now());

    private final Connections connections = new Connections(128);
    private final EmbeddedChannel server = channel();
    private final EmbeddedChannel client = new EmbeddedChannel();

    @BeforeEach
    void connect() throws Exception {
        connect(server, client);
    }

    private void connect(EmbeddedChannel toServer, EmbeddedChannel toClient) throws Exception {
        toServer.freezeTime();
        toServer.pipeline().addFirst(new GuardedConnection(toServer, connections, System::nanoTime));
        toServer.pipeline()
                .addLast(SslContextBuilder.forServer(CERTIFICATE.key(), CERTIFICATE.certificate())
                        .sslProvider(SslProvider.JDK)
                        .build()
                        .newHandler(toServer.alloc()));
        toServer.register();
        toClient.pipeline()
                .addLast(SslContextBuilder.forClient()
                        .sslProvider(SslProvider.JDK)
                        .protocols("TLSv1.3")
                        .trustManager(InsecureTrustManagerFactory.INSTANCE)
                        .build()
                        .newHandler(toClient.alloc()));
    }

    @Test
    void aClientThatChangesItsKeysWithoutEndIsDisconnected() throws SSLException {
        // Given
        exchange(server, client);
        send(100);

        // When
        changeKeys(80);

        // Then
        assertThat(server.isOpen()).isTrue();

        // When
        changeKeys(80);

        // Then
        assertThat(server.isOpen()).isFalse();
        assertThat(connections.closed(Closing.SILENT)).isOne();
    }

    @Test
    void ofVeryManyChangesInOneReadFewAreDecrypted() throws SSLException {
        // Given
        exchange(server, client);
        ByteBuf all = Unpooled.buffer();
        for (int i = 0; i < 2000; i++) {
            all.writeBytes(keyUpdate());
        }
        ByteBuf request = record(100);

        // When
        server.writeInbound(all, request);

        // Then
        assertThat(server.isOpen()).isFalse();
        assertThat(all.refCnt()).isZero();
        assertThat((Object) server.readInbound()).isNull();
        assertThat(connections.closed(Closing.SILENT)).isOne();
    }

    @Test
    void aClientMayChangeItsKeysWithEachRequest() throws SSLException {
        // Given
        exchange(server, client);

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
        // Given
        exchange(server, client);

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
        // Given
        exchange(server, client);

        // When
        send(1 << 20);

        // Then
        assertThat(server.isOpen()).isTrue();
        assertThat(received()).isEqualTo(1 << 20);
    }

    @Test
    void aClientMaySendALongRequestInRecordsThatFitIntoPackets() throws SSLException {
        // Given
        exchange(server, client);

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
        exchange(server, client);
        ByteBuf record = record(LONGEST);

        // When
        while (record.isReadable()) {
            server.writeInbound(record.readBytes(Math.min(100, record.readableBytes())));
        }

        // Then
        assertThat(server.isOpen()).isTrue();
        assertThat(received()).isEqualTo(LONGEST);
    }

    @Test
    void aHandshakeThatFindsNoPlaceWaitsUntilAnotherEnds() throws Exception {
        // Given
        List<EmbeddedChannel> unfinished = begin(16);
        EmbeddedChannel newcomer = channel();
        EmbeddedChannel its = new EmbeddedChannel();
        connect(newcomer, its);

        // When
        exchange(newcomer, its);

        // Then
        assertThat(tls(its).handshakeFuture().isDone()).isFalse();
        assertThat(newcomer.config().isAutoRead()).isFalse();

        // When
        unfinished.get(0).close();
        newcomer.runPendingTasks();
        exchange(newcomer, its);

        // Then
        assertThat(tls(its).handshakeFuture().isSuccess()).isTrue();
        assertThat(newcomer.config().isAutoRead()).isTrue();
    }

    @Test
    void nothingIsReadFromAClientWhoseHandshakeWaits() throws Exception {
        // Given
        begin(16);
        EmbeddedChannel newcomer = channel();
        EmbeddedChannel its = new EmbeddedChannel();
        connect(newcomer, its);
        AtomicInteger reads = new AtomicInteger();
        newcomer.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void read(ChannelHandlerContext context) {
                reads.incrementAndGet();
                context.read();
            }
        });

        // When: the library that decrypts asks for more, because it has seen nothing yet
        exchange(newcomer, its);

        // Then
        assertThat(reads).hasValue(0);
    }

    @Test
    void aHandshakeThatDoesNotEndLosesItsPlaceToThoseThatWait() throws Exception {
        // Given
        List<EmbeddedChannel> unfinished = begin(16);
        pass(3, unfinished);
        assertThat(unfinished).allMatch(EmbeddedChannel::isOpen);
        EmbeddedChannel newcomer = channel();
        EmbeddedChannel its = new EmbeddedChannel();
        connect(newcomer, its);
        exchange(newcomer, its);

        // When
        pass(3, unfinished);
        newcomer.runPendingTasks();
        exchange(newcomer, its);

        // Then
        assertThat(unfinished).anyMatch(channel -> !channel.isOpen());
        assertThat(tls(its).handshakeFuture().isSuccess()).isTrue();
    }

    @Test
    void aClientThatLeavesWhileItsHandshakeWaitsGivesUp() throws Exception {
        // Given
        begin(16);
        EmbeddedChannel newcomer = channel();
        EmbeddedChannel its = new EmbeddedChannel();
        connect(newcomer, its);
        exchange(newcomer, its);
        assertThat(connections.handshakes().areAwaited()).isTrue();

        // When
        newcomer.close();

        // Then
        assertThat(connections.handshakes().areAwaited()).isFalse();
    }

    /** Handshakes of which the server has the first message of the client, and the client nothing of the server. */
    private List<EmbeddedChannel> begin(int count) throws Exception {
        List<EmbeddedChannel> begun = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            EmbeddedChannel its = new EmbeddedChannel();
            EmbeddedChannel unfinished = channel();
            connect(unfinished, its);
            unfinished.writeInbound((ByteBuf) its.readOutbound());
            begun.add(unfinished);
        }
        return begun;
    }

    private static void pass(int seconds, List<EmbeddedChannel> channels) {
        for (EmbeddedChannel channel : channels) {
            channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    private void changeKeys(int times) throws SSLException {
        for (int i = 0; i < times && server.isOpen(); i++) {
            server.writeInbound(keyUpdate());
        }
    }

    private ByteBuf keyUpdate() throws SSLException {
        // In TLS 1.3 a second handshake is a change of keys.
        tls(client).engine().beginHandshake();
        return record(0);
    }

    private void send(int length) throws SSLException {
        for (int sent = 0; sent < length; sent += LONGEST) {
            server.writeInbound(record(Math.min(LONGEST, length - sent)));
        }
    }

    private ByteBuf record(int length) throws SSLException {
        SSLEngine engine = tls(client).engine();
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(length), record);
        return Unpooled.wrappedBuffer(record.flip());
    }

    private int received() {
        int received = 0;
        for (ByteBuf part = server.readInbound(); part != null; part = server.readInbound()) {
            received += part.readableBytes();
            part.release();
        }
        return received;
    }

    /** Carries bytes both ways until neither side has more to say. */
    private static void exchange(EmbeddedChannel server, EmbeddedChannel client) {
        boolean moved;
        do {
            moved = carry(client, server) | carry(server, client);
        } while (moved);
    }

    private static boolean carry(EmbeddedChannel from, EmbeddedChannel to) {
        boolean moved = false;
        for (ByteBuf bytes = from.readOutbound(); bytes != null; bytes = from.readOutbound()) {
            to.writeInbound(bytes);
            moved = true;
        }
        return moved;
    }

    private static SslHandler tls(EmbeddedChannel channel) {
        return channel.pipeline().get(SslHandler.class);
    }

    private static EmbeddedChannel channel() {
        return new EmbeddedChannel(false, false) {
            @Override
            protected SocketAddress remoteAddress0() {
                return REMOTE;
            }
        };
    }
}
