package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.Requirement;
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
 * @param affinity the node affinity that it ends up with
 * @param given what policies made it require of nodes
 * @param placement what the pod itself demands and prefers of nodes, in words
 * @param nodes where it can go, as {@link Places} number them
 */
record Fate(
        @Nullable String unasked,
        @Nullable Refusal refusal,
        List<Toleration> tolerations,
        Map<Taint, EvictionTime> evictions,
        NodeAffinity affinity,
        List<Requirement> given,
        List<String> placement,
        BitSet nodes) {

    boolean isRefused() {
        return refusal != null;
    }

    /** Whether policies kept the pod to nodes before, and do no more. */
    boolean leavesPool(Fate before) {
        return before.given.stream().anyMatch(requirement -> !affinity.requires(requirement));
    }
}
