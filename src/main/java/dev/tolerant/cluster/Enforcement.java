package dev.tolerant.cluster;

import dev.tolerant.core.decision.OneLine;
import dev.tolerant.crd.PolicyCondition;
import java.util.Objects;

/**
 * Whether what a policy restricts is enforced, as the policy's condition says it.
 *
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason one word
 * @param message a sentence
 */
record Enforcement(String status, String reason, String message) {
    private static final int MAX_MESSAGE = 1024;
    private static final String UNKNOWN = "Unknown";

    Enforcement {
        message = OneLine.of(message, MAX_MESSAGE);
    }

    static Enforcement holds(String reason, String message) {
        return new Enforcement("True", reason, message);
    }

    static Enforcement fails(String reason, String message) {
        return new Enforcement("False", reason, message);
    }

    static Enforcement unknown(String reason, String message) {
        return new Enforcement(UNKNOWN, reason, message);
    }

    boolean isUnknown() {
        return status.equals(UNKNOWN);
    }

    boolean isSaidBy(PolicyCondition condition) {
        return Objects.equals(condition.status, status)
                && Objects.equals(condition.reason, reason)
                && Objects.equals(condition.message, message);
    }
}
