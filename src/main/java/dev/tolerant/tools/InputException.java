package dev.tolerant.tools;

/** Something given on the command line that cannot be used; the message is a sentence that names it. */
final class InputException extends Exception {
    InputException(String message) {
        super(message, null, false, false);
    }
}
