package dev.tolerant.review;

import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review;
import dev.tolerant.json.JsonCursor.Span;
import java.util.List;

/** The request of an AdmissionReview, as the engine reads it. */
public sealed interface AdmissionRequest {

    /** The identity of the request, which the response repeats. */
    String uid();

    /** The operation as the request names it. */
    String operation();

    /**
     * A request about a pod, or about a template of pods, that the rules decide.
     *
     * @param body the bytes of the AdmissionReview
     * @param oldTolerations where in the bytes each toleration of the stored pod is
     */
    record Decidable(String uid, String operation, Review review, byte[] body, List<Span> oldTolerations)
            implements AdmissionRequest {}

    /** A request that the engine answers without asking the rules. */
    sealed interface Undecidable extends AdmissionRequest {
        SkipReason reason();
    }

    /** A request about something that the rules do not deal with. */
    record Skipped(String uid, String operation, SkipReason reason) implements Undecidable {}

    /**
     * A request about an object that does not match the API's schema.
     *
     * @param field the field of the review that contains the object
     * @param path the dotted path of the wrong value within the object; empty if the object itself is wrong
     * @param problem what is wrong with the value, without its path
     */
    record Malformed(String uid, String operation, String field, String path, String problem) implements Undecidable {

        @Override
        public SkipReason reason() {
            return SkipReason.MALFORMED;
        }

        /** What is wrong, in a sentence for a reader of the whole review. */
        public String inReview() {
            return (path.isEmpty() ? field : field + "." + path) + " " + problem;
        }

        /** What is wrong, in a sentence for a reader of the object alone. */
        public String inObject() {
            return path.isEmpty() ? inReview() : path + " " + problem;
        }
    }
}
