package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.Verdict.PodState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pods that say themselves that they are to be left alone, until they no longer do. So that the watch has to look at no other
 * pod that changes; a bounded number, and a later pass finds the others.
 */
final class SetAside {
    static final int CAPACITY = 50_000;

    private final int capacity;

    // Guarded by this.
    private final Map<PodKey, Found> byPod = new HashMap<>();
    private long pass;

    /** How the pod was counted, and the pass in or after which it was found. */
    private record Found(PodState state, long pass) {}

    SetAside(int capacity) {
        this.capacity = capacity;
    }

    synchronized void add(PodKey pod, PodState state) {
        if (byPod.size() < capacity || byPod.containsKey(pod)) {
            byPod.put(pod, new Found(state, pass));
        }
    }

    /** How the pod was counted; null if it is not one of them. */
    synchronized @Nullable PodState state(PodKey pod) {
        Found found = byPod.get(pod);
        return found == null ? null : found.state();
    }

    synchronized void remove(PodKey pod) {
        byPod.remove(pod);
    }

    /** A pass begins, perhaps anew; those of the one before stay, because they may change before it has found them. */
    synchronized void begin() {
        pass++;
    }

    /** The pass has ended; those that it has not found are gone. */
    synchronized void finish() {
        byPod.values().removeIf(found -> found.pass() < pass);
    }
}
