package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.rule.Policies;
import dev.tolerant.core.toleration.Toleration;

/**
 * A toleration of the result, and whom it comes from.
 *
 * @param json the entry as it stands in the result, with fields and values that only a later API knows
 * @param rule the rule that gave it or its seconds, a policy as {@code policies/name}; empty for none
 */
public record ExplainedToleration(Toleration toleration, JsonNode json, Origin origin, String rule) {
    private static final String UPDATE = "update";

    /** Where it comes from, in a word for machines. */
    public String code() {
        return switch (origin) {
            case AUTHOR -> "author";
            case OTHER -> "other";
            case PROVEN -> "api-server";
            case LIKELY -> "api-server-likely";
            case CONTROLLER -> "daemon-set-controller";
            case RULE -> rule.equals(UPDATE) ? "stored-pod" : isPolicy() ? "policy" : "rule";
        };
    }

    /** Where it comes from, in words. */
    public String words() {
        return switch (origin) {
            case RULE -> rule.equals(UPDATE) ? "the stored pod" : giver();
            case OTHER -> rule.isEmpty() ? origin.whose() : giver() + ", asked before";
            default -> origin.whose() + (rule.isEmpty() ? "" : "; seconds by " + secondsGiver());
        };
    }

    private String giver() {
        return isPolicy() ? policy() : "rule " + rule;
    }

    private String secondsGiver() {
        if (rule.equals(UPDATE)) {
            return "the stored pod";
        }
        return isPolicy() ? policy() : rule;
    }

    private String policy() {
        return "policy " + rule.substring(Policies.NAME.length() + 1);
    }

    private boolean isPolicy() {
        return rule.startsWith(Policies.NAME + "/");
    }
}
