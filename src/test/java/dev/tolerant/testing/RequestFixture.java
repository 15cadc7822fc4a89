package dev.tolerant.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;

/** Reads reviews and decides about them, as the program does. */
public final class RequestFixture {
    private RequestFixture() {}

    /** The part of the review that rules decide about, which must be there. */
    public static Review reviewOf(JsonNode review) {
        if (read(review) instanceof Decidable decidable) {
            return decidable.review();
        }
        throw new IllegalArgumentException("nothing to decide: " + review);
    }

    /** What an engine with these settings decides, with all its reasons. */
    public static Decision decide(JsonNode review, TolerantConfig config, Snapshot snapshot, NamespaceFacts namespace) {
        AdmissionRequest request = read(review);
        Engine engine = EngineFactory.of(config);
        return withoutFailure(engine.answer(request, snapshot, namespace)).decision();
    }

    /** Throws the program's own error if one kept it from deciding. */
    public static AdmissionResponse withoutFailure(AdmissionResponse answer) {
        if (answer.failure() != null) {
            throw answer.failure();
        }
        return answer;
    }

    public static AdmissionRequest read(JsonNode review) {
        try {
            return Engine.read(WholeProgram.JSON.writeValueAsBytes(review));
        } catch (InvalidReviewException | JsonProcessingException invalid) {
            throw new IllegalArgumentException(invalid.getMessage(), invalid);
        }
    }
}
