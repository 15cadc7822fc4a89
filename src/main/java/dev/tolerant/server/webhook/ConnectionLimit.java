package dev.tolerant.server.webhook;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ServerChannel;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Closes connections, on all of the program's ports: those of an address that has too many, and those whose client begins a
 * request and does not end it; and closes the ports before the program ends. Netty loads this class as a service if the system property {@value
 * ChannelInitializerExtension#EXTENSIONS_SYSTEM_PROPERTY} says so: Quarkus and Vert.x have no hook between a connection and its
 * first request. All event loops use the guard at once; each connection has a handler that its event loop alone uses.
 */
public final class ConnectionLimit extends ChannelInitializerExtension {
    private static final long CHECK_SECONDS = 10;
    /** Checks that may find the same request unanswered. */
    private static final int PATIENCE = 3;

    // Netty, which makes the guard, knows nothing of beans.
    private static final Map<InetAddress, Integer> OPEN = new ConcurrentHashMap<>();
    private static final Set<ServerChannel> PORTS = ConcurrentHashMap.newKeySet();
    private static final LongAdder SURPLUS = new LongAdder();
    private static final LongAdder SILENT = new LongAdder();

    private final int limit;

    public ConnectionLimit() {
        this(ConfigProvider.getConfig().getValue("tolerant.limits.connections-per-address", Integer.class));
    }

    ConnectionLimit(int limit) {
        this.limit = limit;
    }

    /** Has Netty load this class; works until the program opens its first port. */
    public static void enable() {
        System.setProperty(EXTENSIONS_SYSTEM_PROPERTY, "serviceload");
    }

    static void count(MeterRegistry registry) {
        Map.of("surplus", SURPLUS, "silent", SILENT)
                .forEach((reason, closed) -> FunctionCounter.builder(
                                "tolerant.closed.connections", closed, LongAdder::doubleValue)
                        .description("Connections that the program closed, by reason")
                        .tag("reason", reason)
                        .register(registry));
    }

    @Override
    public void postInitializeServerListenerChannel(ServerChannel port) {
        PORTS.add(port);
        port.closeFuture().addListener(closed -> PORTS.remove(port));
    }

    @Override
    public void postInitializeServerChildChannel(Channel channel) {
        channel.pipeline().addFirst(new LimitedConnection());
    }

    /** Looks only at when bytes come and go. */
    private final class LimitedConnection extends ChannelDuplexHandler {
        private boolean awaitsAnswer = true;
        private int checks;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            Channel channel = context.channel();
            if (channel.remoteAddress() instanceof InetSocketAddress remote
                    && open(channel, remote.getAddress()) > limit) {
                SURPLUS.increment();
                context.close();
                return;
            }
            Future<?> checking = context.executor()
                    .scheduleAtFixedRate(() -> check(context), CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
            channel.closeFuture().addListener(closed -> checking.cancel(false));
            context.fireChannelActive();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (!awaitsAnswer) {
                awaitsAnswer = true;
                checks = 0;
            }
            context.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            awaitsAnswer = false;
            context.write(message, promise);
        }

        private void check(ChannelHandlerContext context) {
            checks++;
            if (awaitsAnswer && checks > PATIENCE) {
                SILENT.increment();
                context.close();
            }
        }
    }

    /** Counts the connection until it closes; returns those of its address, this one included. */
    private static int open(Channel channel, InetAddress peer) {
        int open = OPEN.merge(peer, 1, Integer::sum);
        channel.closeFuture()
                .addListener(closed -> OPEN.computeIfPresent(peer, (any, all) -> all == 1 ? null : all - 1));
        return open;
    }

    /**
     * Closes the ports in the last second of the delay with which the program ends, or in its second half, so that a client that has
     * connected is answered. Vert.x closes a port only after it has taken the event loops away from it: until then each connection
     * that comes fails with a stack trace, and then all others are cut off.
     */
    @Singleton
    static final class End {
        private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

        void begin(
                @Observes ShutdownDelayInitiatedEvent event,
                Vertx vertx,
                @ConfigProperty(name = "quarkus.shutdown.delay") Optional<Duration> configured) {
            Duration delay = configured.orElse(Duration.ZERO);
            long half = delay.toMillis() / 2;
            long open = Math.max(half, delay.minus(LAST_ANSWERS).toMillis());
            vertx.setTimer(Math.max(1, open), now -> PORTS.forEach(ServerChannel::close));
        }
    }
}
