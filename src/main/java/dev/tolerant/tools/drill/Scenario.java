package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.TaintRules.TaintHistory;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is assumed to happen.
 *
 * @param nodes the names of the nodes to which it happens, all at the same time
 * @param taints what they are tainted with; empty if they stop answering
 * @param grace from now to these taints; or from the nodes' last sign of life to the taints of the control plane
 */
public record Scenario(List<String> nodes, List<Taint> taints, GracePeriod grace) {
    private static final Taint UNREACHABLE = NodeTaints.UNREACHABLE;

    /** Whether the nodes stop answering. */
    public boolean fails() {
        return taints.isEmpty();
    }

    /** What happens to a node that has these taints now. */
    DrilledNode of(Node node, List<TaintHistory.Added> present, List<Taint> undated, Instant now) {
        TaintHistory history = TaintHistory.of(present);
        Instant then = now.plus(grace.after());
        TaintHistory all =
                fails() ? isUnreachable(history) ? history : history.unreachable(then) : history.with(taints, then);
        return new DrilledNode(node, all, silentSince(history, all, now), undated);
    }

    private static boolean isUnreachable(TaintHistory history) {
        return history.taints().contains(UNREACHABLE);
    }

    private @Nullable Instant silentSince(TaintHistory before, TaintHistory all, Instant now) {
        if (isUnreachable(before)) {
            Instant tainted = before.since(UNREACHABLE);
            return tainted == null || tainted.isAfter(now) ? now : tainted;
        }
        if (fails()) {
            return now;
        }
        return isUnreachable(all) ? all.since(UNREACHABLE) : null;
    }

    /** Whether any of its taints evicts pods. */
    boolean evicts() {
        return fails() || taints.stream().anyMatch(taint -> taint.effect() == Effect.NO_EXECUTE);
    }
}
