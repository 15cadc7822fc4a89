package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.Placement.Places;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a new pod.
 *
 * @param unasked why the API server does not ask the webhook about it; null if it does
 * @param refusal why it is refused; null if it is not
 * @param tolerations of the pod, or of a refused one as it came
 * @param evictions when it leaves a node for each taint that evicts
 * @param placement what the pod itself demands and prefers of nodes, in words
 * @param nodes where it can go, as {@link Places} number them
 */
record Fate(
        @Nullable String unasked,
        @Nullable Refusal refusal,
        List<Toleration> tolerations,
        Map<Taint, EvictionTime> evictions,
        List<String> placement,
        BitSet nodes) {

    boolean isRefused() {
        return refusal != null;
    }
}
