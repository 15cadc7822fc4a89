package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.Decision.Verdict;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.TaintRules.TaintOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a pod, and every reason for it.
 *
 * @param unasked why the API server does not ask the webhook, null if it does or if the pod is refused all the same
 * @param refusal why the pod is refused, null if it is not
 * @param steps what each rule did, in their order of precedence
 * @param tolerations the result's; for a refused pod those that it came with
 * @param taints the outcome for each well-known taint and each taint of the given nodes; empty for a refused pod
 * @param nodes the outcome for each given node; null if no nodes were given
 * @param pod the pod as it would be stored, or a refused one as it came
 * @param placement where that pod may run, and what taints do to it
 * @param patch the answer's JSON Patch; an empty list if nothing changes
 * @param templatePatch the JSON Patch of the DaemonSet that makes the pod; an empty list if nothing changes
 * @param rewritten each object that the webhook is asked about, before and after; a DaemonSet comes before its pod
 * @param unread what decides about the pod and was not read, and why, as clauses; the rest of the explanation does without
 * @param notes what else the reader should know
 */
public record Explanation(
        ExplainedObject about,
        Verdict verdict,
        @Nullable String unasked,
        @Nullable Refusal refusal,
        List<ExplainedStep> steps,
        List<ExplainedToleration> tolerations,
        List<TaintOutcome> taints,
        @Nullable List<NodeOutcome> nodes,
        PodFacts pod,
        Placement placement,
        JsonNode patch,
        JsonNode templatePatch,
        List<Rewritten> rewritten,
        List<String> unread,
        List<String> notes) {

    /** The verdict in a word: the decision's, if there is one and nothing that decides was left out. */
    public String verdictCode() {
        if (!unread.isEmpty()) {
            return "unknown";
        }
        return unasked == null ? verdict.code() : "not-asked";
    }

    /** An object as the webhook is asked about it, and as it is with the webhook's patch. */
    public record Rewritten(JsonNode before, JsonNode after) {}
}
