package dev.tolerant.intake;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;

/** The connections that clients have open, of which one peer may have a quarter on each port. */
final class Connections {
    /** Those of the whole program: Netty, which makes their guards, knows nothing of beans. */
    static final Connections OF_PROGRAM = new Connections(2048);

    private final int limit;
    private final Map<Peer, Set<GuardedConnection>> byPeer = new HashMap<>();
    private final AtomicLongArray closed = new AtomicLongArray(Closing.values().length);
    private int open;

    Connections(int limit) {
        this.limit = limit;
    }

    /** An address, on one of the program's ports: probes must get through when their node also sends reviews. */
    record Peer(InetAddress address, int port) {}

    /** Why the program closes a connection. */
    enum Closing {
        /** There are too many. */
        SURPLUS,
        /** A request did not come to its end. */
        SILENT,
        /** The client does not read its answers. */
        UNREAD;

        /** The value of the metric's label. */
        String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Counts a new connection; false if its peer has too many. If all have too many, the peer that has the most loses the
     * connection that has been quiet the longest.
     */
    synchronized boolean open(Peer peer, GuardedConnection connection) {
        Set<GuardedConnection> ofPeer = byPeer.computeIfAbsent(peer, any -> new HashSet<>());
        if (ofPeer.size() >= limit / 4) {
            return false;
        }
        if (open >= limit) {
            byPeer.values().stream()
                    .max(Comparator.comparingInt(Set::size))
                    .flatMap(most -> most.stream().min(Comparator.comparingLong(GuardedConnection::quietSince)))
                    .ifPresent(quiet -> quiet.close(Closing.SURPLUS));
        }
        ofPeer.add(connection);
        open++;
        return true;
    }

    /** Forgets a connection that was counted. */
    synchronized void forget(Peer peer, GuardedConnection connection) {
        Set<GuardedConnection> ofPeer = byPeer.get(peer);
        if (ofPeer != null && ofPeer.remove(connection)) {
            open--;
            if (ofPeer.isEmpty()) {
                byPeer.remove(peer);
            }
        }
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
