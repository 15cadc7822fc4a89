package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.OneLine;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.Objects;

/**
 * What a replica sees of a policy, as one of the policy's conditions says it.
 *
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason one word
 * @param message a sentence
 */
record Observation(String status, String reason, String message) {
    private static final int MAX_MESSAGE = 1024;

    Observation {
        message = OneLine.of(message, MAX_MESSAGE);
    }

    static Observation holds(String reason, String message) {
        return new Observation("True", reason, message);
    }

    static Observation fails(String reason, String message) {
        return new Observation("False", reason, message);
    }

    /** What a stored condition says. */
    static Observation of(Condition stored) {
        return new Observation(
                Objects.requireNonNullElse(stored.getStatus(), ""),
                Objects.requireNonNullElse(stored.getReason(), ""),
                Objects.requireNonNullElse(stored.getMessage(), ""));
    }
}
