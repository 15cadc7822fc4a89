package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Toleration;

/**
 * A toleration that a rule would give a pod.
 *
 * @param forOneTaint whether it is meant only for the taint with its key and no value, so that any toleration of that
 *     taint makes it redundant; otherwise only a toleration of everything that it tolerates does
 * @param overwritesController whether its seconds also replace those in the DaemonSet controller's own entry
 */
record Offer(RuleId rule, Toleration toleration, boolean forOneTaint, boolean overwritesController) {

    static Offer of(RuleId rule, Toleration toleration) {
        return new Offer(rule, toleration, false, false);
    }

    /** An offer of seconds for the taint of a failed node. */
    static Offer ofSeconds(RuleId rule, Toleration toleration) {
        return new Offer(rule, toleration, true, false);
    }

    /** Whether the other toleration, earlier in the list, makes this one redundant. */
    boolean isCoveredBy(Toleration other) {
        return forOneTaint
                ? other.tolerates(new Taint(toleration.key(), "", toleration.effect()))
                : other.shadows(toleration);
    }
}
