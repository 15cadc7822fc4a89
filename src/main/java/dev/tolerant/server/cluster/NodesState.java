package dev.tolerant.server.cluster;

/**
 * What is known of the cluster's nodes as a whole.
 *
 * @param read whether all have been listed, and are known as they are or were
 * @param watched whether they are known as they are
 * @param refused whether the API server refuses to list them
 */
record NodesState(boolean read, boolean watched, boolean refused) {
    static final NodesState UNREAD = new NodesState(false, false, false);
}
