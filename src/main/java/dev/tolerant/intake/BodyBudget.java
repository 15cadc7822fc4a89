package dev.tolerant.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A number of bytes that the program holds for clients at most, of which one peer gets a quarter. */
final class BodyBudget {
    /** Above so many known peers, those that hold nothing are forgotten. */
    private static final int MANY_PEERS = 1024;

    private final long total;
    private final AtomicLong held = new AtomicLong();
    private final Map<String, AtomicLong> heldByPeer = new ConcurrentHashMap<>();

    /** @param total bytes */
    BodyBudget(long total) {
        this.total = total;
    }

    /** What came of an attempt to reserve bytes. */
    enum Outcome {
        RESERVED,
        /** The peer would have more than its share. */
        PEER_FULL,
        /** All peers together would have more than the budget. */
        FULL
    }

    /** Bytes that one peer gets at most. */
    long share() {
        return total / 4;
    }

    /** Bytes that are reserved now. */
    long held() {
        return held.get();
    }

    /** Reserves bytes for a peer, to be released once; does not wait. */
    Outcome reserve(String peer, long bytes) {
        AtomicLong ofPeer = heldByPeer.computeIfAbsent(peer, any -> new AtomicLong());
        if (!add(ofPeer, bytes, share())) {
            return Outcome.PEER_FULL;
        }
        if (!add(held, bytes, total)) {
            ofPeer.addAndGet(-bytes);
            return Outcome.FULL;
        }
        return Outcome.RESERVED;
    }

    /** Gives back what was reserved for the peer. */
    void release(String peer, long bytes) {
        held.addAndGet(-bytes);
        AtomicLong ofPeer = heldByPeer.get(peer);
        if (ofPeer != null) {
            ofPeer.addAndGet(-bytes);
        }
        if (heldByPeer.size() > MANY_PEERS) {
            // A reservation that is being made meanwhile may lose its peer's count, never the count of all.
            heldByPeer.values().removeIf(count -> count.get() <= 0);
        }
    }

    private static boolean add(AtomicLong count, long bytes, long limit) {
        long before = count.get();
        while (before + bytes <= limit) {
            if (count.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = count.get();
        }
        return false;
    }
}
