package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.pod.SecondsOverride;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;

/**
 * A toleration that a rule would give a pod.
 *
 * @param override which of the API server's injected entries may get its seconds
 * @param forOneTaint whether it is meant only for the taint with its key and no value, so that any toleration of that
 *     taint makes it redundant; otherwise only a toleration of everything that it tolerates does
 * @param overwritesController whether its seconds also replace those in the DaemonSet controller's own entry
 */
record Offer(
        RuleId rule,
        Toleration toleration,
        SecondsOverride override,
        boolean forOneTaint,
        boolean overwritesController) {

    /** An offer that does not change the seconds of other entries. */
    static Offer of(RuleId rule, Toleration toleration) {
        return overriding(rule, toleration, SecondsOverride.NONE);
    }

    /** An offer whose seconds may replace the API server's. */
    static Offer overriding(RuleId rule, Toleration toleration, SecondsOverride override) {
        return new Offer(rule, toleration, override, false, false);
    }

    /** An offer of seconds for the taint of a failed node. */
    static Offer ofSeconds(RuleId rule, Toleration toleration, SecondsOverride override) {
        return new Offer(rule, toleration, override, true, false);
    }

    /** Whether the other toleration, earlier in the list, makes this one redundant. */
    boolean isCoveredBy(Toleration other) {
        return forOneTaint
                ? other.tolerates(new Taint(toleration.key(), "", toleration.effect()))
                : other.shadows(toleration);
    }
}
