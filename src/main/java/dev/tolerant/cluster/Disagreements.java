package dev.tolerant.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps replicas that see something of a policy differently, such as an old and a new one, from overwriting each other
 * without end: each writes what it sees once, and then lets another's word stand for a while. A replica that sees nothing
 * lets it stand for longer than any watch of another replica lives.
 *
 * @param <V> what a replica sees
 */
final class Disagreements<V> {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final Duration PATIENCE_IN_DOUBT = Duration.ofMinutes(15);

    private final LongSupplier nanos;
    private final Predicate<V> doubtful;
    private final Map<String, View<V>> views = new ConcurrentHashMap<>();

    /**
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     * @param doubtful whether a replica that sees this sees nothing
     */
    Disagreements(LongSupplier nanos, Predicate<V> doubtful) {
        this.nanos = nanos;
        this.doubtful = doubtful;
    }

    /**
     * What this replica sees of a policy.
     *
     * @param since when it first found that another one had written something else; null if none has
     */
    private record View<V>(V mine, @Nullable Long since) {}

    private boolean isDue(View<V> view, long now) {
        Duration patience = doubtful.test(view.mine()) ? PATIENCE_IN_DOUBT : PATIENCE;
        return view.since() != null && now - view.since() >= patience.toNanos();
    }

    /**
     * Whether what is stored should stay as it is, although this replica sees the policy otherwise; {@code stored} is null
     * if nobody has said anything.
     */
    boolean yields(String policy, V mine, @Nullable V stored) {
        if (stored == null || mine.equals(stored)) {
            views.put(policy, new View<>(mine, null));
            return false;
        }
        long now = nanos.getAsLong();
        View<V> before = views.get(policy);
        boolean isOld = before != null && before.mine().equals(mine);
        if (!isOld && !doubtful.test(mine)) {
            return false;
        }
        View<V> view = before != null && isOld && before.since() != null ? before : new View<>(mine, now);
        views.put(policy, view);
        return !isDue(view, now);
    }

    /** This replica's word has been written. */
    void written(String policy, V mine) {
        views.put(policy, new View<>(mine, null));
    }

    void forget(String policy) {
        views.remove(policy);
    }

    /** Whether another's word has stood for long enough. */
    boolean isAnyDue() {
        long now = nanos.getAsLong();
        return views.values().stream().anyMatch(view -> isDue(view, now));
    }
}
