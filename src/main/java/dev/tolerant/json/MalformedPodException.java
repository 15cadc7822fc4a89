package dev.tolerant.json;

/** A part of a pod that has another JSON type than the API gives it; the message names it. */
public final class MalformedPodException extends Exception {
    private static final long serialVersionUID = 1;

    public MalformedPodException(String message) {
        super(message, null, false, false);
    }
}
