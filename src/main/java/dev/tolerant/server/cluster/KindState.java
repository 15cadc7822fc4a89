package dev.tolerant.server.cluster;

/** How much is known of a kind's objects. */
enum KindState {
    /** Nobody has been able to list them yet. */
    UNREAD,
    /** The API server has no such kind. */
    ABSENT,
    /** The API server refuses to list them. */
    REFUSED,
    /** They are known as they were when the watch was last up. */
    READ,
    /** They are known as they are. */
    WATCHED;

    /** Whether all of them were listed at least once. */
    boolean isRead() {
        return this == READ || this == WATCHED;
    }
}
