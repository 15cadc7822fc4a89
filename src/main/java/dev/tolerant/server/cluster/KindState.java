package dev.tolerant.server.cluster;

/** The degree to which a kind's objects are known. */
enum KindState {
    /** They have not been listed yet, and it is too early to say why. */
    UNREAD,
    /** The API server has no such kind. */
    ABSENT,
    /** The API server refuses to list them. */
    REFUSED,
    /** No list or watch of them has been answered well for a while; or the heap has no room for some, and they count together. */
    FAILING,
    /** They are known as they were when the watch was last up, a moment ago. */
    READ,
    WATCHED;

    /** True also of a kind that the cluster does not have: there are none. */
    boolean isKnown() {
        return this == ABSENT || this == READ || this == WATCHED;
    }

    boolean isCurrent() {
        return this == ABSENT || this == WATCHED;
    }
}
