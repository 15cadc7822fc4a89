package dev.tolerant.engine.decision;

/**
 * Why the program refuses a pod.
 *
 * @param reason the kind of violation, whose code appears in metrics
 * @param message a sentence for the author that names the rule, the part of the pod, and the way out
 */
public record Refusal(Reason reason, String message) {

    /** What the pod violates. */
    public enum Reason {
        WHITELIST("whitelist"),
        NODE_SELECTOR("node-selector"),
        POLICY_DENY("policy-deny"),
        POLICY_ALLOW("policy-allow"),
        POLICY_NODE("policy-node"),
        POLICY_AFFINITY("policy-affinity"),
        TOO_LARGE("too-large");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }
}
