package dev.tolerant.core.rule;

import dev.tolerant.core.pod.Reach;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;

/**
 * A toleration that a rule would give a pod.
 *
 * @param rule the name of the rule; for a policy, with its own behind a slash
 * @param reach whose seconds it may replace in tolerations that the API server injected
 * @param forOneTaint whether it stands for the one taint of its key without a value, so that any toleration of that
 *     taint makes it needless; otherwise only one that tolerates all that it does
 */
record Offer(String rule, Toleration toleration, Reach reach, boolean forOneTaint) {

    /** Whether the toleration, standing before this one in a list, makes it needless. */
    boolean isCoveredBy(Toleration other) {
        return forOneTaint
                ? other.tolerates(new Taint(toleration.key(), "", toleration.effect()))
                : other.shadows(toleration);
    }
}
