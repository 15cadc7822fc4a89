package dev.tolerant.observed.verdict;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.Toleration;
import java.util.List;

/** When a pod leaves its node. */
final class Departure {

    private Departure() {}

    /** Whether a change of tolerations changes when the pod leaves for a taint that its node has now. */
    static boolean changes(List<Toleration> before, List<Toleration> after, Node node) {
        for (Taint taint : node.taints()) {
            List<Taint> alone = List.of(taint);
            if (!EvictionTime.of(before, alone).equals(EvictionTime.of(after, alone))) {
                return true;
            }
        }
        return false;
    }
}
