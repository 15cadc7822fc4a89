package dev.tolerant.core.rule;

import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.pod.SecondsOverride;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;

/**
 * A toleration that a rule would give a pod.
 *
 * @param override in which entries of the API server its seconds may replace theirs
 * @param forOneTaint whether it is for the one taint of its key without a value, so that any toleration of that taint makes
 *     it redundant; otherwise only a toleration that tolerates everything it does
 * @param overwritesController whether its seconds also replace those of the DaemonSet controller's own entry
 */
record Offer(
        RuleId rule,
        Toleration toleration,
        SecondsOverride override,
        boolean forOneTaint,
        boolean overwritesController) {

    /** A toleration that replaces no seconds. */
    static Offer of(RuleId rule, Toleration toleration) {
        return overriding(rule, toleration, SecondsOverride.NONE);
    }

    /** A toleration whose seconds may replace those of the API server. */
    static Offer overriding(RuleId rule, Toleration toleration, SecondsOverride override) {
        return new Offer(rule, toleration, override, false, false);
    }

    /** The seconds for the taint of a failed node. */
    static Offer ofSeconds(RuleId rule, Toleration toleration, SecondsOverride override) {
        return new Offer(rule, toleration, override, true, false);
    }

    /** Whether the other toleration, earlier in a list, makes this one redundant. */
    boolean isCoveredBy(Toleration other) {
        return forOneTaint
                ? other.tolerates(new Taint(toleration.key(), "", toleration.effect()))
                : other.shadows(toleration);
    }
}
