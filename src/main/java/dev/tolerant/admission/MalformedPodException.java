package dev.tolerant.admission;

/** A part of a pod that has another JSON type than the API gives it; the message names it. */
final class MalformedPodException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedPodException(String message) {
        super(message, null, false, false);
    }
}
