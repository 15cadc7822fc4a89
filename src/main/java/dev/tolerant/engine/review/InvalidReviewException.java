package dev.tolerant.engine.review;

/** A body is not an AdmissionReview; the message is the sentence that the sender gets. */
public final class InvalidReviewException extends Exception {
    private static final long serialVersionUID = 1;

    InvalidReviewException(String message) {
        super(message, null, false, false);
    }
}
