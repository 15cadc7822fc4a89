package dev.tolerant.server.keeper;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait to be looked at, new ones before old ones; a bounded number, each once.
 *
 * <p>Any thread may add pods and take them. The thread that takes one says when it is done with it.
 */
final class Backlog {
    static final int CAPACITY = 10_000;

    private final int capacity;
    private final LongSupplier nanos;

    // Guarded by this.
    private final Map<PodKey, Waiting> byPod = new HashMap<>();
    private final TreeSet<Waiting> fresh = new TreeSet<>(Waiting.ORDER);
    private final TreeSet<Waiting> old = new TreeSet<>(Waiting.ORDER);
    private long added;
    private int inHand;
    private boolean overflowed;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Backlog(int capacity, LongSupplier nanos) {
        this.capacity = capacity;
        this.nanos = nanos;
    }

    record PodKey(String namespace, String name) {

        @Override
        public String toString() {
            return namespace + "/" + name;
        }
    }

    /** A pod to be looked at when the clock says {@code due}, after {@code tries} failures; {@code number} breaks ties. */
    record Waiting(PodKey pod, boolean fresh, long due, int tries, long number) {
        private static final Comparator<Waiting> ORDER = (one, other) ->
                one.due == other.due ? Long.compare(one.number, other.number) : Long.signum(one.due - other.due);
    }

    /** Adds a pod to be looked at after this time; returns false if there is no room, and the next pass has to find it. */
    synchronized boolean add(PodKey pod, boolean isNew, long afterNanos, int tries) {
        Waiting before = byPod.get(pod);
        long due = nanos.getAsLong() + afterNanos;
        if (before != null) {
            remove(before);
            due = Math.min(0, before.due() - due) + due;
        } else if (byPod.size() >= capacity) {
            overflowed = true;
            if (!isNew || old.isEmpty()) {
                return false;
            }
            remove(old.last());
        }
        put(new Waiting(pod, isNew || (before != null && before.fresh()), due, tries, added++));
        return true;
    }

    private void put(Waiting waiting) {
        byPod.put(waiting.pod(), waiting);
        (waiting.fresh() ? fresh : old).add(waiting);
    }

    private void remove(Waiting waiting) {
        byPod.remove(waiting.pod());
        (waiting.fresh() ? fresh : old).remove(waiting);
    }

    /** Takes the first pod that is due; null if none is. */
    synchronized @Nullable Waiting take() {
        long now = nanos.getAsLong();
        Waiting first = isDue(fresh, now) ? fresh.first() : isDue(old, now) ? old.first() : null;
        if (first != null) {
            remove(first);
            inHand++;
        }
        return first;
    }

    private static boolean isDue(TreeSet<Waiting> line, long now) {
        return !line.isEmpty() && line.first().due() - now <= 0;
    }

    synchronized void done() {
        inHand--;
    }

    /** Pods that wait, or were taken and are not done. */
    synchronized int unfinished() {
        return byPod.size() + inHand;
    }

    /** True once after pods had no room, when so few wait that it is time for them. */
    synchronized boolean takeOverflow() {
        boolean isTime = overflowed && byPod.size() <= capacity / 10;
        overflowed = overflowed && !isTime;
        return isTime;
    }
}
