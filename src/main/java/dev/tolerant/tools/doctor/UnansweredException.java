package dev.tolerant.tools.doctor;

/** A check cannot be made; the message says why, as a clause without a full stop. */
final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1;

    UnansweredException(String why) {
        super(why, null, false, false);
    }
}
