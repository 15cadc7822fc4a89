package dev.tolerant.source;

import dev.tolerant.policy.Snapshot;
import jakarta.inject.Singleton;

/** The snapshot that reviews are decided with: read without a lock, replaced as a whole. */
@Singleton
public class CurrentSnapshot {
    private volatile Snapshot current = Snapshot.EMPTY;

    public Snapshot get() {
        return current;
    }

    public void set(Snapshot snapshot) {
        current = snapshot;
    }
}
