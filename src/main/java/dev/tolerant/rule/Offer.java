package dev.tolerant.rule;

import dev.tolerant.pod.Reach;
import dev.tolerant.toleration.Taint;
import dev.tolerant.toleration.Toleration;
import java.util.List;

/**
 * A toleration that a rule would give a pod.
 *
 * @param rule the name of the rule; for a policy, with its own behind a slash
 * @param reach whose seconds it may replace in tolerations that the API server injected
 * @param forOneTaint whether it stands for the one taint of its key without a value, so that any toleration of that
 *     taint makes it needless; otherwise only one that tolerates all that it does
 */
record Offer(String rule, Toleration toleration, Reach reach, boolean forOneTaint) {

    /** The index of the first toleration in the list that makes this one needless, or -1. */
    int coveredBy(List<Toleration> list) {
        if (forOneTaint) {
            return new Taint(toleration.key(), "", toleration.effect()).firstToleratedBy(list);
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).shadows(toleration)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the pod would have exactly this, whoever wrote it. */
    boolean gives(Toleration other) {
        return toleration.matches(other) && toleration.seconds().equals(other.seconds());
    }
}
