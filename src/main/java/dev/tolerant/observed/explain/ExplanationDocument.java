package dev.tolerant.observed.explain;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.observed.taints.TaintRules.TaintOutcome;
import dev.tolerant.text.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An explanation as programs read it.
 *
 * @param unasked why the API server does not ask the webhook; absent if it does
 * @param pending why a pod of the cluster waits as it is, for a node or a volume, or a workload makes none; absent if
 *     neither is so
 * @param away what the pod lacks while no replica answers; absent where the API server gives nothing by itself
 * @param notes what the explanation assumes
 * @param enforced what would happen with tolerant.mode=enforce; absent unless the webhook only audits
 */
public record ExplanationDocument(
        @JsonUnwrapped ExplainedObject about,
        @Nullable String unasked,
        @Nullable String pending,
        @JsonUnwrapped Outcome outcome,
        @Nullable Away away,
        List<String> notes,
        @Nullable Outcome enforced) {

    public static ObjectNode tree(Explanation explanation) {
        return (ObjectNode) JsonTree.of(of(explanation));
    }

    public static ExplanationDocument of(Explanation explanation) {
        return new ExplanationDocument(
                explanation.about(),
                explanation.unasked(),
                explanation.pending(),
                Outcome.of(explanation),
                explanation.away(),
                explanation.notes(),
                explanation.enforced() == null ? null : Outcome.of(explanation.enforced()));
    }

    /**
     * What is decided about the pod, and what comes of it.
     *
     * @param verdict patched, unchanged, skipped, not-asked, refused or unknown
     * @param unread why what decides was not read; the verdict is then unknown, and the rest does without it
     * @param steps what each rule does, in their order of precedence
     * @param tolerations the pod's in the end
     * @param taints what each taint does
     * @param nodes what each node does; absent if nodes are unknown
     * @param patch the JSON Patch
     * @param templatePatch the JSON Patch of the DaemonSet that makes the pod; absent if there is none
     */
    private record Outcome(
            String verdict,
            @Nullable List<String> unread,
            @Nullable Refusal refusal,
            List<ExplainedStep> steps,
            List<ExplainedToleration> tolerations,
            List<ExplainedTaint> taints,
            @Nullable List<NodeOutcome> nodes,
            JsonNode patch,
            @Nullable JsonNode templatePatch) {
        static Outcome of(Explanation explanation) {
            return new Outcome(
                    explanation.verdictCode(),
                    explanation.unread().isEmpty() ? null : explanation.unread(),
                    Refusal.of(explanation.refusal()),
                    explanation.steps().stream().map(ExplainedStep::of).toList(),
                    explanation.tolerations().stream()
                            .map(ExplainedToleration::of)
                            .toList(),
                    explanation.taints().stream().map(ExplainedTaint::of).toList(),
                    explanation.nodes(),
                    explanation.patch(),
                    explanation.templatePatch().isEmpty() ? null : explanation.templatePatch());
        }
    }

    public record Refusal(String code, String message) {
        public static @Nullable Refusal of(Step.@Nullable Refusal refusal) {
            return refusal == null ? null : new Refusal(refusal.reason().code(), refusal.message());
        }
    }

    /**
     * A step of one rule.
     *
     * @param outcome applied, skipped, already-covered, lost, withheld, refused, warned, audited or problem
     * @param toleration the index of the toleration that it is about
     * @param by the rule that came first
     */
    private record ExplainedStep(
            String rule,
            String outcome,
            String code,
            String sentence,
            @Nullable Integer toleration,
            @Nullable String by) {
        static ExplainedStep of(Step step) {
            return new ExplainedStep(
                    step.rule().toString(),
                    step.outcome().code(),
                    step.code(),
                    step.sentence(),
                    step.index() < 0 ? null : step.index(),
                    step.giver() == null ? null : step.giver().toString());
        }
    }

    /**
     * A toleration of the result, and where it comes from.
     *
     * @param toleration as in the API
     * @param rule what gave it, or its seconds
     */
    private record ExplainedToleration(
            JsonNode toleration, String origin, @Nullable String rule, String sentence) {
        static ExplainedToleration of(Explanation.ExplainedToleration explained) {
            return new ExplainedToleration(
                    explained.json(),
                    explained.code(),
                    explained.giver() == null ? null : explained.giver().toString(),
                    explained.words());
        }
    }

    /**
     * The effect of a taint on the pod.
     *
     * @param evictedAfterSeconds 0 for at once, null for never
     * @param evictedAfterSecondsWithGrace since the node is silent
     * @param toleration the index of the toleration that counts
     */
    private record ExplainedTaint(
            @JsonUnwrapped Taint taint,
            String outcome,
            boolean schedulable,
            EvictionTime evictedAfterSeconds,
            @Nullable Long evictedAfterSecondsWithGrace,
            @Nullable Integer toleration) {
        static ExplainedTaint of(TaintOutcome outcome) {
            return new ExplainedTaint(
                    outcome.taint(),
                    outcome.code(),
                    outcome.schedulable(),
                    outcome.eviction(),
                    outcome.secondsWithGrace().isPresent()
                            ? outcome.secondsWithGrace().getAsLong()
                            : null,
                    outcome.toleration() < 0 ? null : outcome.toleration());
        }
    }
}
