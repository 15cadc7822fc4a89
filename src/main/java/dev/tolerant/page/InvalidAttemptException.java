package dev.tolerant.page;

/** A request of the page that is not in its form; the message is a sentence. */
final class InvalidAttemptException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidAttemptException(String message) {
        super(message, null, false, false);
    }
}
