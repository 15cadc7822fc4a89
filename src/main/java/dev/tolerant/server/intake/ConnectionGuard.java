package dev.tolerant.server.intake;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.RecvByteBufAllocator;
import java.net.InetSocketAddress;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Puts a guard before everything else that handles a connection, on all of the program's ports. Netty loads this class as
 * a service if the system property {@value ChannelInitializerExtension#EXTENSIONS_SYSTEM_PROPERTY} says so: Quarkus and
 * Vert.x have no hook between a connection and its first request.
 */
public final class ConnectionGuard extends ChannelInitializerExtension {
    private static final String MANAGEMENT_PORT = "quarkus.management.port";

    /** What one connection sends is read in small parts and few at a time, because others wait for the same event loop. */
    private static final RecvByteBufAllocator LITTLE =
            new AdaptiveRecvByteBufAllocator(64, 2 << 10, 16 << 10).maxMessagesPerRead(4);

    private final int managementPort = ConfigProvider.getConfig().getValue(MANAGEMENT_PORT, Integer.class);

    /** Has Netty load this class; works until the program opens its first port. */
    public static void enable() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        boolean management =
                channel.localAddress() instanceof InetSocketAddress local && local.getPort() == managementPort;
        if (management) {
            channel.pipeline().addFirst(new Http1Only());
        }
        channel.config().setRecvByteBufAllocator(LITTLE);
        Connections connections = management ? Connections.MANAGEMENT : Connections.WEBHOOK;
        channel.pipeline().addFirst(new GuardedConnection(channel, connections, System::nanoTime));
    }
}
