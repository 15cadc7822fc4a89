package dev.tolerant.settings;

import dev.tolerant.engine.words.Mode;

/** The keeper's mode for pods that run already. */
public enum KeeperMode {
    /** Nothing: it does not read pods. */
    OFF,
    /** It reports what it would change. */
    AUDIT,
    /** It changes pods. */
    ENFORCE;

    /** The effective mode where the program as a whole has this mode: where nothing is enforced, the keeper changes nothing. */
    public KeeperMode under(Mode mode) {
        return this == ENFORCE && mode == Mode.AUDIT ? AUDIT : this;
    }
}
