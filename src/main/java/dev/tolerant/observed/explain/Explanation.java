package dev.tolerant.observed.explain;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.taints.TaintRules.TaintOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome for a pod, and every reason for it; {@link ExplanationDocument} says of the other components what they
 * are, and null is what it leaves out.
 *
 * @param unasked the reason why the API server does not ask the webhook, null if it does or if the pod is refused
 *     anyway
 * @param tolerations of the result; for a refused pod those that it came with
 * @param taints each well-known taint and each taint of the given nodes; empty for a refused pod
 * @param nodes each given node; null if no nodes were given
 * @param pod as it would be stored, or a refused one as it came
 * @param placement of that pod
 * @param patch the answer's JSON Patch; an empty list if nothing changes
 * @param templatePatch the JSON Patch of the DaemonSet that makes the pod; an empty list if nothing changes
 * @param rewritten each object that the webhook is asked about, before and after; a DaemonSet comes before its pod
 * @param unread clauses that say what decides about the pod and was not read, and why; the rest of the explanation does
 *     without
 * @param enforced the outcome if the webhook enforced its decisions; null unless it only audits
 */
public record Explanation(
        ExplainedObject about,
        Verdict verdict,
        @Nullable String unasked,
        @Nullable String pending,
        @Nullable Refusal refusal,
        List<Step> steps,
        List<ExplainedToleration> tolerations,
        List<TaintOutcome> taints,
        @Nullable List<NodeOutcome> nodes,
        PodFacts pod,
        Placement placement,
        @Nullable Away away,
        JsonNode patch,
        JsonNode templatePatch,
        List<Rewritten> rewritten,
        List<String> unread,
        List<String> notes,
        @Nullable Explanation enforced) {

    /** The webhook's decision, even if it only audits. */
    public Explanation decided() {
        return enforced == null ? this : enforced;
    }

    /** In a word: the decision's, if there is one and nothing that decides was left out. */
    public String verdictCode() {
        if (!unread.isEmpty()) {
            return "unknown";
        }
        return unasked == null ? verdict.code() : "not-asked";
    }

    /** An object as the webhook is asked about it, and as it is with the webhook's patch. */
    public record Rewritten(JsonNode before, JsonNode after) {}

    /**
     * @param kind Pod, or DaemonSet where a captured review asks about one
     * @param name that of a pod to be made ends in -
     * @param generated true where the name is only a beginning, which the API server completes
     * @param operation CREATE, or that of a captured review
     * @param madeBy the workload that makes the pod, as Deployment/web; absent for a pod or a review
     */
    public record ExplainedObject(
            String kind,
            String name,
            @JsonIgnore boolean generated,
            String namespace,
            String operation,
            @Nullable String madeBy) {

        static ExplainedObject of(AdmissionReview question) {
            JsonNode request = question.request();
            JsonNode metadata = request.path("object").path("metadata");
            String name = metadata.path("name").asText("");
            boolean isGenerated = name.isEmpty() && metadata.hasNonNull("generateName");
            String kind = request.path("kind").path("kind").asText();
            Manifest manifest = question.manifest();
            boolean made = PodTemplate.of(manifest).controller().isPresent();
            return new ExplainedObject(
                    kind,
                    isGenerated ? metadata.path("generateName").asText() : name,
                    isGenerated,
                    request.path("namespace").asText(),
                    request.path("operation").asText(),
                    made ? manifest.kind() + "/" + manifest.name() : null);
        }
    }

    /**
     * @param json the entry in the result, including fields and values that only a later API knows
     * @param giver of the toleration or its seconds; null if it is as it came
     */
    public record ExplainedToleration(
            Toleration toleration,
            JsonNode json,
            Origin origin,
            @Nullable RuleId giver) {

        /** For people, with the operator and effect as they are written. */
        String text() {
            String operator = json.path("operator").asText("");
            return toleration.text(
                    operator.isEmpty() ? Operator.EQUAL.text() : operator,
                    json.path("effect").asText(""));
        }

        String by() {
            return giver == null ? origin.whose() : name(giver, "rule ");
        }

        public String code() {
            return switch (origin) {
                case AUTHOR -> "author";
                case OTHER_PLUGIN -> "other";
                case PROVEN -> "api-server";
                case LIKELY -> "api-server-likely";
                case UNCLEAR -> "unclear";
                case RUNTIME_CLASS -> "runtime-class";
                case RESTRICTION -> "pod-toleration-restriction";
                case CONTROLLER -> "daemon-set-controller";
                case UNRECORDED -> giver == null ? "not-recorded" : giver.isPolicy() ? "policy" : "rule";
                case RULE -> isStored() ? "stored-pod" : giver != null && giver.isPolicy() ? "policy" : "rule";
            };
        }

        public String words() {
            if (giver == null) {
                return origin == Origin.UNRECORDED ? origin.whose() : "from " + origin.whose();
            }
            return switch (origin) {
                case RULE -> "from " + name(giver, "rule ");
                case OTHER_PLUGIN -> "from " + name(giver, "rule ") + ", asked before";
                case UNRECORDED -> "given by " + name(giver, "rule ") + " (as it would give it now)";
                default -> "from " + origin.whose() + "; seconds by " + name(giver, "");
            };
        }

        private String name(RuleId rule, String prefix) {
            if (isStored()) {
                return "the stored pod";
            }
            return rule.isPolicy() ? "policy " + rule.policy() : prefix + rule;
        }

        private boolean isStored() {
            return RuleId.UPDATE.equals(giver);
        }
    }
}
