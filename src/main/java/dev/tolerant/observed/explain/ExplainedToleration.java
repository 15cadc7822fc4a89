package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.Origins.Origin;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
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

    /** For people, with the operator and effect as they are written. */
    String text() {
        String operator = json.path("operator").asText("");
        return toleration.text(
                operator.isEmpty() ? Operator.EQUAL.text() : operator,
                json.path("effect").asText(""));
    }

    /** Where it comes from, as a code for programs. */
    public String code() {
        return switch (origin) {
            case AUTHOR -> "author";
            case OTHER -> "other";
            case PROVEN -> "api-server";
            case LIKELY -> "api-server-likely";
            case CONTROLLER -> "daemon-set-controller";
            case UNRECORDED -> giver == null ? "not-recorded" : giver.isPolicy() ? "policy" : "rule";
            case RULE -> isStored() ? "stored-pod" : giver != null && giver.isPolicy() ? "policy" : "rule";
        };
    }

    /** Where it comes from, in words. */
    public String words() {
        if (giver == null) {
            return origin == Origin.UNRECORDED ? origin.whose() : "from " + origin.whose();
        }
        return switch (origin) {
            case RULE -> "from " + name(giver, "rule ");
            case OTHER -> "from " + name(giver, "rule ") + ", asked before";
            case UNRECORDED -> "given by " + name(giver, "rule ") + " (as it would give it now)";
            default -> "from " + origin.whose() + "; seconds by " + name(giver, "");
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
