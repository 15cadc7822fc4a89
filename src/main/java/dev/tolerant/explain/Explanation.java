package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.controlplane.NodeOutcome;
import dev.tolerant.core.controlplane.TaintOutcome;
import dev.tolerant.core.decision.Decision.Verdict;
import dev.tolerant.core.decision.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a pod, and every reason for it.
 *
 * @param refusal why the pod is refused, null if it is not
 * @param steps what each rule did, in their order of precedence
 * @param tolerations of the result; of a refused pod, as it came
 * @param taints the well-known ones and those of the nodes asked about; none for a refused pod
 * @param nodes the nodes asked about, null if none were asked about
 * @param patch the answer's JSON Patch, empty for none
 * @param rewritten the object as the webhook is asked about it and as it answers; a DaemonSet stands before its pod
 * @param notes what else the reader should know
 */
public record Explanation(
        ExplainedObject about,
        Verdict verdict,
        @Nullable Refusal refusal,
        List<ExplainedStep> steps,
        List<ExplainedToleration> tolerations,
        List<TaintOutcome> taints,
        @Nullable List<NodeOutcome> nodes,
        JsonNode patch,
        List<Rewritten> rewritten,
        List<String> notes) {}
