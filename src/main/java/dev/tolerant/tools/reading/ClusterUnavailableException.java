package dev.tolerant.tools.reading;

/** A cluster of which nothing can be read; the message is a sentence that names the way out. */
public final class ClusterUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    ClusterUnavailableException(String message) {
        super(message, null, false, false);
    }
}
