package dev.tolerant.core.pod;

/** Where one toleration of a pod comes from, as far as a review shows it. */
public enum Origin {
    /** The pod's author wrote it. */
    AUTHOR("the pod's author"),
    /** Something between the author and this program added it: a RuntimeClass, another webhook. */
    OTHER("another admission plugin"),
    /** The API server's DefaultTolerationSeconds certainly injected it. */
    PROVEN("the API server"),
    /** It stands where the API server's DefaultTolerationSeconds would have put it. */
    LIKELY("the API server, probably"),
    /** The DaemonSet controller wrote it, as it does over whatever the template said. */
    CONTROLLER("the DaemonSet controller"),
    /** A rule of this program gave it. */
    RULE("a rule");

    private final String whose;

    Origin(String whose) {
        this.whose = whose;
    }

    public boolean isInjected() {
        return this == PROVEN || this == LIKELY;
    }

    /** Whether restrictions judge it: the author's, and what the author may have had a controller write. */
    public boolean isJudged() {
        return this == AUTHOR || this == CONTROLLER;
    }

    /** Who that is, in words. */
    public String whose() {
        return whose;
    }
}
