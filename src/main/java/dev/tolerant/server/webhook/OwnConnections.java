package dev.tolerant.server.webhook;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The connections that the program has opened to itself. No client can claim to be one: the kernel gives the two ends of an open
 * connection to no other.
 */
@Singleton
class OwnConnections {
    private final Set<Ends> open = ConcurrentHashMap.newKeySet();

    /** The addresses and ports of a connection. */
    private record Ends(String client, int clientPort, String server, int serverPort) {
        static @Nullable Ends of(@Nullable SocketAddress client, @Nullable SocketAddress server) {
            return client == null || server == null
                    ? null
                    : new Ends(client.hostAddress(), client.port(), server.hostAddress(), server.port());
        }
    }

    /** Knows a connection, of which this is the client's end, until it is closed; false if its ends are not known. */
    boolean add(HttpConnection connection) {
        Ends ends = Ends.of(connection.localAddress(), connection.remoteAddress());
        if (ends == null) {
            return false;
        }
        if (open.add(ends)) {
            connection.closeHandler(closed -> open.remove(ends));
        }
        return true;
    }

    /** Whether the connection, of which this is the server's end, is one of them. */
    boolean include(HttpConnection connection) {
        if (open.isEmpty()) {
            return false;
        }
        Ends ends = Ends.of(connection.remoteAddress(), connection.localAddress());
        return ends != null && open.contains(ends);
    }
}
