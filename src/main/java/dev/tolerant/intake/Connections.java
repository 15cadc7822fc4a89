package dev.tolerant.intake;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;

/** The connections that clients have open on one of the program's servers, of which one peer may have a quarter. */
final class Connections {
    // Constants, because Netty, which makes the guards of connections, knows nothing of beans.
    static final Connections WEBHOOK = new Connections(1024);
    /** Few, because Quarkus reads any body on this port. */
    static final Connections MANAGEMENT = new Connections(64);

    private final int limit;
    private final Map<InetAddress, Set<GuardedConnection>> byPeer = new HashMap<>();
    private final AtomicLongArray closed = new AtomicLongArray(Closing.values().length);
    private final PeerBudget unread = PeerBudget.of(32 << 20);
    private final Handshakes handshakes = new Handshakes(64);
    private int open;

    Connections(int limit) {
        this.limit = limit;
    }

    /** Why the program closes a connection. */
    enum Closing {
        /** There are too many. */
        SURPLUS,
        /** A request or a TLS handshake did not come to its end, or what came was not part of one. */
        SILENT,
        /** The client does not read its answers. */
        UNREAD,
        /** The client sends a request before the last one is answered, or one with very many headers. */
        PIPELINED;

        /** The value of the metric's label. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Counts a new connection; false if its peer has too many. If all have too many, the peer that has the most loses the
     * connection that has been quiet the longest.
     */
    synchronized boolean open(InetAddress peer, GuardedConnection connection) {
        Set<GuardedConnection> ofPeer = byPeer.computeIfAbsent(peer, any -> new HashSet<>());
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
    private void closeQuietest(InetAddress peer, Set<GuardedConnection> ofPeer) {
        ofPeer.stream()
                .min(Comparator.comparingLong(GuardedConnection::quietSince))
                .ifPresent(quiet -> {
                    forget(peer, quiet);
                    quiet.close(Closing.SURPLUS);
                });
    }

    /** Forgets a connection that was counted. */
    synchronized void forget(InetAddress peer, GuardedConnection connection) {
        Set<GuardedConnection> ofPeer = byPeer.get(peer);
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

    void count(Closing closing) {
        closed.incrementAndGet(closing.ordinal());
    }

    /** How many the program has closed for this reason. */
    long closed(Closing closing) {
        return closed.get(closing.ordinal());
    }
}
