package dev.tolerant.fleet;

import java.net.HttpURLConnection;

/**
 * What the API server answered.
 *
 * @param retryAfterSeconds how long it asks to wait; 0 if it does not
 */
record Answer(int code, byte[] body, long retryAfterSeconds) {
    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    boolean isSuccess() {
        return code / 100 == 2;
    }

    /** Whether the pod is gone. */
    boolean isGone() {
        return code == HttpURLConnection.HTTP_NOT_FOUND;
    }

    /** Whether somebody else has changed the pod meanwhile. */
    boolean isConflict() {
        return code == HttpURLConnection.HTTP_CONFLICT;
    }

    /** Whether a list or watch cannot go on from where it was. */
    boolean isExpired() {
        return code == HttpURLConnection.HTTP_GONE;
    }

    boolean asksToWait() {
        return code == TOO_MANY_REQUESTS;
    }

    boolean isOfServer() {
        return code >= HttpURLConnection.HTTP_INTERNAL_ERROR;
    }

    /** Whether it says that something is wrong with the keeper's patches, its rights or the API server. */
    boolean isFault() {
        return code == HttpURLConnection.HTTP_FORBIDDEN || code == UNPROCESSABLE || isOfServer();
    }
}
