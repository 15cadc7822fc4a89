package dev.tolerant.intake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A number of bytes that the program holds for clients at most, of which one peer gets a quarter at most. */
final class BodyBudget {
    /** Above so many known peers, those that hold nothing are forgotten. */
    private static final int MANY_PEERS = 1024;

    private final long total;
    private final boolean keepsRoom;
    private final AtomicLong held = new AtomicLong();
    private final Map<String, AtomicLong> heldByPeer = new ConcurrentHashMap<>();

    private BodyBudget(long total, boolean keepsRoom) {
        this.total = total;
        this.keepsRoom = keepsRoom;
    }

    /** So many bytes, which four peers can use up. */
    static BodyBudget of(long total) {
        return new BodyBudget(total, false);
    }

    /**
     * So many bytes, of which each peer gets no more than a third of what is free then: one alone comes to a quarter, and
     * each of many leaves something for the next.
     */
    static BodyBudget withRoomForTheNext(long total) {
        return new BodyBudget(total, true);
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
        if (!add(ofPeer, bytes, share(bytes))) {
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

    private long share(long bytes) {
        return keepsRoom ? Math.min(share(), (total - held.get() - bytes) / 3) : share();
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
