package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules;
import dev.tolerant.engine.model.TaintRules.Eviction;
import dev.tolerant.engine.model.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Why a pod leaves or stays, as a clause whose subject is the pod. */
final class Reason {
    private Reason() {}

    static String leaving(Eviction eviction, TaintRules rules, Instant now) {
        String due = eviction.at().isBefore(now) ? ", and is overdue" : "";
        if (eviction.toleration() < 0) {
            boolean tolerated = Toleration.firstOf(rules.pod(), eviction.taint()) >= 0;
            return (tolerated ? "is of a DaemonSet whose template does not tolerate " : "does not tolerate ")
                    + eviction.taint()
                    + due;
        }
        return "tolerates " + eviction.taint() + " for "
                + rules.pod().get(eviction.toleration()).seconds() + "s (toleration " + eviction.toleration() + ")"
                + due;
    }

    static String staying(TaintRules rules, DrilledNode node) {
        List<String> reasons = new ArrayList<>();
        for (Taint taint : node.history().taints()) {
            if (taint.effect() == Effect.NO_EXECUTE) {
                reasons.add(
                        "tolerates " + taint + " forever (toleration " + Toleration.firstOf(rules.pod(), taint) + ")");
            }
        }
        return reasons.isEmpty() ? "has no taint with NoExecute to leave for" : String.join(", ", reasons);
    }
}
