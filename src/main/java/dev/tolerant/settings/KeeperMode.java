package dev.tolerant.review;

/** What the fleet keeper does about pods that run already. */
public enum KeeperMode {
    /** Nothing: it does not read pods. */
    OFF,
    /** It reports what it would change. */
    AUDIT,
    /** It changes pods. */
    ENFORCE
}
