package dev.tolerant.engine.model;

/**
 * Why a pod is refused.
 *
 * @param reason the kind of violation, whose code appears in metrics
 * @param message a sentence for the author that names the rule, the part of the pod, and the way out
 */
public record Refusal(Reason reason, String message) {

    /** What the pod violates. */
    public enum Reason {
        WHITELIST("whitelist"),
        /** The pod has so much that nobody could say whether its namespace admits all of it. */
        TOO_LARGE("too-large"),
        /** The guard in the API server refuses the pod, and not the program. */
        RESERVED("reserved"),
        /** The same because the pod names its node. */
        RESERVED_NODE("reserved-node");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }
}
