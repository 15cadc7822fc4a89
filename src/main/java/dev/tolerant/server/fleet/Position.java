package dev.tolerant.server.fleet;

import org.jspecify.annotations.Nullable;

/** The version of the cluster up to which the keeper has seen all new pods. */
final class Position {

    // Guarded by this.
    private @Nullable String seen;
    private @Nullable String listed;

    /** Where another keeper has left off; empty if nobody knows. */
    Position(String left) {
        this.seen = left.isEmpty() ? null : left;
    }

    /** The version from which the watch goes on, as soon as there is one. */
    synchronized String await() throws InterruptedException {
        while (seen == null) {
            wait();
        }
        return seen;
    }

    /** The watch has told all changes up to this version. */
    synchronized void seen(String version) {
        seen = version;
    }

    /** A list of all pods began at this version. */
    synchronized void listed(String version) {
        if (seen == null) {
            seen = version;
            notifyAll();
        } else {
            listed = version;
        }
    }

    /** The API server has forgotten the version; whether a list has brought a newer one. */
    synchronized boolean isForgotten() {
        seen = listed;
        listed = null;
        return seen != null;
    }

    /** The version for the next keeper; empty if there is none. */
    synchronized String version() {
        return seen == null ? "" : seen;
    }
}
