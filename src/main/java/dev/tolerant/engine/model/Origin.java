package dev.tolerant.engine.model;

/** Where a toleration of a pod comes from, as far as a review shows it. */
public enum Origin {
    /** The pod's author wrote it. */
    AUTHOR("the pod's author"),
    /** A RuntimeClass or another webhook added it before this program saw the pod. */
    OTHER("another admission plugin"),
    /** The API server's DefaultTolerationSeconds injected it, as managedFields prove. */
    PROVEN("the API server"),
    /** It is where the API server's DefaultTolerationSeconds would have put it. */
    LIKELY("the API server, probably"),
    /** The DaemonSet controller wrote it, over whatever the template has for that taint. */
    CONTROLLER("the DaemonSet controller"),
    /** The fleet keeper owns the stored pod's list, which no longer shows who wrote it. */
    UNRECORDED("not recorded"),
    /** A rule of this program added it. */
    RULE("a rule");

    private final String whose;

    Origin(String whose) {
        this.whose = whose;
    }

    public boolean isInjected() {
        return this == PROVEN || this == LIKELY;
    }

    /** Whether entries of this origin may get other seconds. */
    public boolean isReachedBy(SecondsOverride override) {
        return switch (this) {
            case PROVEN -> override != SecondsOverride.NONE;
            case LIKELY -> override == SecondsOverride.LIKELY;
            default -> false;
        };
    }

    /** Whether whitelists judge it: the author wrote it, or may have had a controller write it. */
    public boolean isJudged() {
        return this == AUTHOR || this == CONTROLLER;
    }

    /** The origin in words. */
    public String whose() {
        return whose;
    }
}
