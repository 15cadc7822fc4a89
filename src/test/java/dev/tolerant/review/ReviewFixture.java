package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.pod.Review;
import dev.tolerant.webhook.Webhook;
import java.util.Objects;

/** Reads reviews for tests of other packages, as the program does. */
public final class ReviewFixture {
    private ReviewFixture() {}

    public static Review read(JsonNode review) {
        try {
            AdmissionRequest request = ReviewReader.read(Webhook.JSON.writeValueAsBytes(review));
            return Objects.requireNonNull(request.review(), () -> "nothing to decide: " + request.problem());
        } catch (InvalidReviewException | JsonProcessingException invalid) {
            throw new IllegalArgumentException(invalid.getMessage(), invalid);
        }
    }
}
