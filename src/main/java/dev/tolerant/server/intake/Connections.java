package dev.tolerant.server.intake;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The connections that clients have open on one of the program's servers, of which one peer may have a quarter. */
final class Connections {
    // Constants, because Netty, which makes the guards of connections, knows nothing of beans.
    static final Connections WEBHOOK = new Connections(1024);
    /** Few, because Quarkus reads any body on this port. */
    static final Connections MANAGEMENT = new Connections(64);

    private final int limit;
    private final Map<InetAddress, Set<ClientConnection>> byPeer = new HashMap<>();
    private final Closings closed = new Closings();
    private final PeerBudget unread = PeerBudget.of(32 << 20);
    private final Handshakes handshakes = new Handshakes(64);
    private int open;

    Connections(int limit) {
        this.limit = limit;
    }

    /**
     * Counts a new connection; false if its peer has too many. If all have too many, the peer that has the most loses the
     * connection that has been quiet the longest.
     */
    synchronized boolean open(InetAddress peer, ClientConnection connection) {
        Set<ClientConnection> ofPeer = byPeer.computeIfAbsent(peer, any -> new HashSet<>());
        if (ofPeer.size() >= limit / 4) {
            return false;
        }
        if (open >= limit) {
            byPeer.entrySet().stream()
                    .max(Comparator.comparingInt(most -> most.getValue().size()))
                    .ifPresent(most -> closeQuietest(most.getKey(), most.getValue()));
        }
        // Its peer may just have lost the only other one.
        byPeer.computeIfAbsent(peer, any -> ofPeer).add(connection);
        open++;
        return true;
    }

    /** Forgets it at once: until its event loop has closed it, many others may come, and each needs another to make room. */
    private void closeQuietest(InetAddress peer, Set<ClientConnection> ofPeer) {
        ofPeer.stream()
                .min(Comparator.comparingLong(ClientConnection::quietSince))
                .ifPresent(quiet -> {
                    forget(peer, quiet);
                    quiet.close(Closing.SURPLUS);
                });
    }

    /** Forgets a connection that was counted. */
    synchronized void forget(InetAddress peer, ClientConnection connection) {
        Set<ClientConnection> ofPeer = byPeer.get(peer);
        if (ofPeer != null && ofPeer.remove(connection)) {
            open--;
            if (ofPeer.isEmpty()) {
                byPeer.remove(peer);
            }
        }
    }

    /** The bytes of answers that clients have not read yet. */
    PeerBudget unread() {
        return unread;
    }

    /** The TLS handshakes in progress. */
    Handshakes handshakes() {
        return handshakes;
    }

    /** How many are open. */
    synchronized int open() {
        return open;
    }

    /** Those that the program has closed. */
    Closings closed() {
        return closed;
    }
}
