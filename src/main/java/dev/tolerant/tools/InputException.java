package dev.tolerant.tools;

/** Something given on the command line that cannot be used; the message is a sentence that names it. */
final class InputException extends Exception {
    private static final long serialVersionUID = 1;

    InputException(String message) {
        super(message, null, false, false);
    }
}
