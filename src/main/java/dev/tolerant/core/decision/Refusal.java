package dev.tolerant.core.decision;

/**
 * Why a pod may not be stored as it is.
 *
 * @param reason a short code for metrics
 * @param message a sentence for the author: which rule, which part of the pod, and the way out
 */
public record Refusal(Reason reason, String message) {

    /** What is broken. */
    public enum Reason {
        WHITELIST("whitelist"),
        NODE_SELECTOR("node-selector"),
        POLICY_DENY("policy-deny"),
        POLICY_ALLOW("policy-allow");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }
}
