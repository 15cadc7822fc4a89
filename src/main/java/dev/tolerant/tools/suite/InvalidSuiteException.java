package dev.tolerant.tools.suite;

/** A suite that cannot be run; the message is a sentence that names the file and the path. */
public final class InvalidSuiteException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidSuiteException(String message) {
        super(message, null, false, false);
    }
}
