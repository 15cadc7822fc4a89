package dev.tolerant.settings;

import dev.tolerant.engine.model.Mode;

/** What the keeper does about pods that run already. */
public enum KeeperMode {
    /** Nothing: it does not read pods. */
    OFF,
    /** It reports what it would change. */
    AUDIT,
    /** It changes pods. */
    ENFORCE;

    /** What becomes of it where the program as a whole has this mode: where nothing is enforced, it changes nothing. */
    public KeeperMode under(Mode mode) {
        return this == ENFORCE && mode == Mode.AUDIT ? AUDIT : this;
    }
}
