package dev.tolerant.server.intake;

import java.util.concurrent.atomic.AtomicInteger;

/** What one peer has of a budget, until the last of those who need it lets go. */
final class Reservation {
    private final PeerBudget budget;
    private final String peer;
    private final long amount;
    private final AtomicInteger holders = new AtomicInteger();

    /** Reserves nothing yet. */
    Reservation(PeerBudget budget, String peer, long amount) {
        this.budget = budget;
        this.peer = peer;
        this.amount = amount;
    }

    String peer() {
        return peer;
    }

    long amount() {
        return amount;
    }

    /** Makes the reservation if there is room, with its first holder; does not wait. */
    PeerBudget.Outcome make() {
        PeerBudget.Outcome outcome = budget.reserve(peer, amount);
        if (outcome == PeerBudget.Outcome.RESERVED) {
            holders.set(1);
        }
        return outcome;
    }

    /** Adds a holder, who must {@link #release()} it; false if it has not been made, or nobody holds it any more. */
    boolean retain() {
        int before = holders.get();
        while (before > 0) {
            if (holders.compareAndSet(before, before + 1)) {
                return true;
            }
            before = holders.get();
        }
        return false;
    }

    /** Lets one holder go, if there is one; the last of them gives back what was reserved. */
    void release() {
        int before = holders.get();
        while (before > 0 && !holders.compareAndSet(before, before - 1)) {
            before = holders.get();
        }
        if (before == 1) {
            budget.release(peer, amount);
        }
    }

    /** Whether the two compete for the same room. */
    boolean competesWith(Reservation other, PeerBudget.Outcome shortage) {
        return budget == other.budget && (shortage == PeerBudget.Outcome.FULL || peer.equals(other.peer));
    }
}
