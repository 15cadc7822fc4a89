package dev.tolerant.server.intake;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.ServingCertificate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** A client and a guarded server that speak TLS 1.3, over bytes that the tests carry. */
final class TlsPair {
    private static final InetSocketAddress REMOTE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);
    private static final ServingCertificate CERTIFICATE =
            Authority.create(Instant.now()).issue(List.of("localhost"), Instant.now());

    final EmbeddedChannel server = new EmbeddedChannel(false, false) {
        @Override
        protected SocketAddress remoteAddress0() {
            return REMOTE;
        }
    };
    private final EmbeddedChannel client = new EmbeddedChannel();

    /** Both are connected, and nothing is sent yet. */
    TlsPair(Connections connections) throws Exception {
        server.freezeTime();
        server.pipeline().addFirst(new GuardedConnection(server, connections, System::nanoTime));
        server.pipeline()
                .addLast(SslContextBuilder.forServer(CERTIFICATE.key(), CERTIFICATE.certificate())
                        .sslProvider(SslProvider.JDK)
                        .build()
                        .newHandler(server.alloc()));
        server.register();
        client.pipeline()
                .addLast(SslContextBuilder.forClient()
                        .sslProvider(SslProvider.JDK)
                        .protocols("TLSv1.3")
                        .trustManager(InsecureTrustManagerFactory.INSTANCE)
                        .build()
                        .newHandler(client.alloc()));
    }

    /** Carries bytes both ways until neither side has more to say. */
    void exchange() {
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

    /** Carries the first message of the client only. */
    void begin() {
        carry(client, server);
    }

    boolean isClientDone() {
        return tls().handshakeFuture().isSuccess();
    }

    /** A change of the client's keys. */
    ByteBuf keyUpdate() throws SSLException {
        // In TLS 1.3 a second handshake is a change of keys.
        tls().engine().beginHandshake();
        return record(0);
    }

    /** What the client has to say, with so many bytes of a request. */
    ByteBuf record(int length) throws SSLException {
        SSLEngine engine = tls().engine();
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(length), record);
        return Unpooled.wrappedBuffer(record.flip());
    }

    private SslHandler tls() {
        return client.pipeline().get(SslHandler.class);
    }

    /** Lets go of what neither side has read. */
    void release() {
        server.close();
        client.close();
        server.releaseInbound();
        server.releaseOutbound();
        client.releaseInbound();
        client.releaseOutbound();
    }
}
