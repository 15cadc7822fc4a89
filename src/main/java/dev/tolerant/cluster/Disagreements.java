package dev.tolerant.cluster;

import dev.tolerant.crd.PolicyCondition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps replicas that see a policy's enforcement differently, such as an old and a new one, from overwriting each other
 * without end: each writes what it sees once, and then lets another's word stand for a while. A replica that sees nothing
 * lets it stand for longer than any watch of another replica lives.
 */
final class Disagreements {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final Duration PATIENCE_IN_DOUBT = Duration.ofMinutes(15);

    private final LongSupplier nanos;
    private final Map<String, View> views = new ConcurrentHashMap<>();

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    Disagreements(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * What this replica sees of a policy.
     *
     * @param since when it first found that another one had written something else; null if none has
     */
    private record View(Enforcement mine, @Nullable Long since) {
        boolean isDue(long now) {
            Duration patience = mine.isUnknown() ? PATIENCE_IN_DOUBT : PATIENCE;
            return since != null && now - since >= patience.toNanos();
        }
    }

    /** Whether the stored condition should stay as it is, although this replica sees the policy otherwise. */
    boolean yields(String policy, Enforcement mine, @Nullable PolicyCondition stored) {
        if (stored == null || mine.isSaidBy(stored)) {
            views.put(policy, new View(mine, null));
            return false;
        }
        long now = nanos.getAsLong();
        View before = views.get(policy);
        boolean isOld = before != null && before.mine().equals(mine);
        if (!isOld && !mine.isUnknown()) {
            return false;
        }
        View view = before != null && isOld && before.since() != null ? before : new View(mine, now);
        views.put(policy, view);
        return !view.isDue(now);
    }

    /** This replica's word has been written. */
    void written(String policy, Enforcement mine) {
        views.put(policy, new View(mine, null));
    }

    void forget(String policy) {
        views.remove(policy);
    }

    /** Whether another's word has stood for long enough. */
    boolean isAnyDue() {
        long now = nanos.getAsLong();
        return views.values().stream().anyMatch(view -> view.isDue(now));
    }
}
