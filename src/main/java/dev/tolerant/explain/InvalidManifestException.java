package dev.tolerant.explain;

/** A file or an object in it that cannot be explained; the message is a sentence that names the place. */
public final class InvalidManifestException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidManifestException(String message) {
        super(message, null, false, false);
    }
}
