package dev.tolerant.engine.review;

import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Review;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request of an AdmissionReview, as the engine reads it. */
public sealed interface AdmissionRequest {

    String uid();

    String operation();

    /** Empty if it has none. */
    String namespace();

    /**
     * A request about a pod, or about a template of pods, that the rules decide.
     *
     * @param body the bytes of the AdmissionReview
     * @param oldTolerations the places in the bytes of each toleration of the stored pod
     */
    record Decidable(String uid, String operation, Review review, byte[] body, List<Span> oldTolerations)
            implements AdmissionRequest {
        @Override
        public String namespace() {
            return review.namespace();
        }
    }

    /** A request that the engine answers without asking the rules. */
    sealed interface Undecidable extends AdmissionRequest {
        SkipReason reason();
    }

    record Skipped(String uid, String operation, String namespace, SkipReason reason) implements Undecidable {}

    /**
     * A request about an object of which the reader did not get all that the rules need.
     *
     * @param reason that the object does not match the API's schema, or has more of something than the rules decide
     *     about
     * @param field the field of the review that contains the object
     * @param path dotted, within the object, of the value where reading ended; empty if the object itself is wrong
     * @param problem without the path
     * @param tolerating the tolerations of the object and of the stored one, with no other facts; null if they cannot
     *     be read either
     */
    record Unread(
            String uid,
            String operation,
            String namespace,
            SkipReason reason,
            String field,
            String path,
            String problem,
            @Nullable Review tolerating)
            implements Undecidable {

        public String inReview() {
            return (path.isEmpty() ? field : field + "." + path) + " " + problem;
        }

        public String inObject() {
            return path.isEmpty() ? inReview() : path + " " + problem;
        }
    }

    /** A body is not an AdmissionReview; the message is the sentence that the sender gets. */
    final class InvalidReviewException extends Exception {
        InvalidReviewException(String message) {
            super(message, null, false, false);
        }
    }
}
