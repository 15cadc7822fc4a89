package dev.tolerant.explain;

import dev.tolerant.pod.Origin;
import dev.tolerant.rule.Policies;
import dev.tolerant.toleration.Toleration;

/**
 * A toleration of the result, and whom it comes from.
 *
 * @param rule the rule that gave it or its seconds, a policy as {@code policies/name}; empty for none
 */
public record ExplainedToleration(Toleration toleration, Origin origin, String rule) {
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
            case RULE -> rule.equals(UPDATE) ? "the stored pod" : ruleWords();
            case OTHER -> rule.isEmpty() ? origin.whose() : ruleWords() + ", which was asked before";
            default -> origin.whose() + (rule.isEmpty() ? "" : "; seconds by " + secondsWords());
        };
    }

    private String secondsWords() {
        return rule.equals(UPDATE) ? "the stored pod" : ruleWords();
    }

    private String ruleWords() {
        return isPolicy() ? "policy " + rule.substring(Policies.NAME.length() + 1) : "rule " + rule;
    }

    private boolean isPolicy() {
        return rule.startsWith(Policies.NAME + "/");
    }
}
