package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.pod.Origin;
import dev.tolerant.engine.toleration.Toleration;
import org.jspecify.annotations.Nullable;

/**
 * A toleration of the result, and where it comes from.
 *
 * @param json the entry in the result, including fields and values that only a later API knows
 * @param giver what gave it, or its seconds; null if it is as it came
 */
public record ExplainedToleration(
        Toleration toleration,
        JsonNode json,
        Origin origin,
        @Nullable RuleId giver) {

    /**
     * This as the stored pod's record has it.
     *
     * @param recorded the giver that the record names; null for the author
     */
    ExplainedToleration recorded(@Nullable String recorded) {
        boolean isNew = origin == Origin.RULE || origin == Origin.CONTROLLER;
        return isNew
                ? this
                : new ExplainedToleration(
                        toleration,
                        json,
                        Given.origin(recorded),
                        recorded == null ? null : RuleId.of(recorded).orElse(null));
    }

    /** Where it comes from, as a code for programs. */
    public String code() {
        return switch (origin) {
            case AUTHOR -> "author";
            case OTHER -> "other";
            case PROVEN -> "api-server";
            case LIKELY -> "api-server-likely";
            case CONTROLLER -> "daemon-set-controller";
            case RULE, GIVEN -> isStored() ? "stored-pod" : giver != null && giver.isPolicy() ? "policy" : "rule";
        };
    }

    /** Where it comes from, in words. */
    public String words() {
        if (giver == null) {
            return origin.whose();
        }
        return switch (origin) {
            case RULE, GIVEN -> name(giver, "rule ");
            case OTHER -> name(giver, "rule ") + ", asked before";
            default -> origin.whose() + "; seconds by " + name(giver, "");
        };
    }

    private String name(RuleId rule, String prefix) {
        if (isStored()) {
            return "the stored pod";
        }
        return rule.isPolicy() ? "policy " + rule.policy() : prefix + rule;
    }

    private boolean isStored() {
        return RuleId.UPDATE.equals(giver);
    }
}
