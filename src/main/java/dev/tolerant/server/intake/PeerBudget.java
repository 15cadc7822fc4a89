package dev.tolerant.server.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of something clients may take of the program at once, of which one peer gets a quarter at most: bytes of request
 * bodies, bytes of unread answers, or places to wait for room.
 */
final class PeerBudget {
    /** Above so many known peers, those that hold nothing are forgotten. */
    private static final int MANY_PEERS = 1024;

    private final long total;
    private final boolean keepsRoom;
    private final AtomicLong held = new AtomicLong();
    private final Map<String, AtomicLong> heldByPeer = new ConcurrentHashMap<>();

    private PeerBudget(long total, boolean keepsRoom) {
        this.total = total;
        this.keepsRoom = keepsRoom;
    }

    /** So much, which four peers can use up. */
    static PeerBudget of(long total) {
        return new PeerBudget(total, false);
    }

    /**
     * So much, of which each peer gets no more than a third of what is free then: one alone comes to a quarter, and each of
     * many leaves something for the next.
     */
    static PeerBudget withRoomForTheNext(long total) {
        return new PeerBudget(total, true);
    }

    /** What came of an attempt to reserve something. */
    enum Outcome {
        RESERVED,
        /** The peer would have more than its share. */
        PEER_FULL,
        /** All peers together would have more than the budget, or too little would be left for the next of them. */
        FULL
    }

    /** How much one peer gets at most. */
    long share() {
        return total / 4;
    }

    /** How much is reserved now. */
    long held() {
        return held.get();
    }

    /** Reserves an amount for a peer, to be released once; does not wait. */
    Outcome reserve(String peer, long amount) {
        AtomicLong ofPeer = heldByPeer.computeIfAbsent(peer, any -> new AtomicLong());
        if (!add(ofPeer, amount, share(amount))) {
            return ofPeer.get() + amount > share() ? Outcome.PEER_FULL : Outcome.FULL;
        }
        if (!add(held, amount, total)) {
            ofPeer.addAndGet(-amount);
            return Outcome.FULL;
        }
        return Outcome.RESERVED;
    }

    /** Gives back what was reserved for the peer. */
    void release(String peer, long amount) {
        held.addAndGet(-amount);
        AtomicLong ofPeer = heldByPeer.get(peer);
        if (ofPeer != null) {
            ofPeer.addAndGet(-amount);
        }
        if (heldByPeer.size() > MANY_PEERS) {
            // A reservation that is being made meanwhile may lose its peer's count, never the count of all.
            heldByPeer.values().removeIf(count -> count.get() <= 0);
        }
    }

    private long share(long amount) {
        return keepsRoom ? Math.min(share(), (total - held.get() - amount) / 3) : share();
    }

    private static boolean add(AtomicLong count, long amount, long limit) {
        long before = count.get();
        while (before + amount <= limit) {
            if (count.compareAndSet(before, before + amount)) {
                return true;
            }
            before = count.get();
        }
        return false;
    }
}
