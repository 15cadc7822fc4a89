package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.rule.Decision.AttributedToleration;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.rule.Step.Outcome;
import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.objects.ObjectKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The reasons for what a pod gets: the steps and the tolerations of an explanation.
 *
 * @param answer about the pod, or about a DaemonSet
 * @param template the answer about the DaemonSet that makes the pod; null if there is none
 */
record Reasons(Reviewed answer, @Nullable Reviewed template) {

    /**
     * The decision's steps rule by rule, and why other policies did nothing.
     *
     * @param isWhole false where some of what decides was not read, so that it is not known that no policy matches
     * @param staying by name of the policy, the reason why the API server cannot give it by itself, where it asks no
     *     webhook
     */
    List<Step> steps(boolean isWhole, Map<String, String> staying) {
        Review review = answer.review();
        List<Step> ofPolicies = review == null ? List.of() : ofPolicies(review, staying);
        List<Step> steps = new ArrayList<>();
        if (template != null) {
            template.decision().steps().stream()
                    .filter(step -> step.outcome() != Outcome.SKIPPED)
                    .map(Step.OfTemplate::new)
                    .forEach(steps::add);
        }
        List<Step> decided = answer.decision().steps();
        for (Step step : decided) {
            boolean told = step.rule().equals(RuleId.POLICIES) && !(ofPolicies.isEmpty() && isWhole);
            if (!told && !isEcho(step, decided)) {
                steps.add(
                        step instanceof Step.Skipped && answer.question().read() instanceof Unread unread
                                ? new Step.Warned(step.rule(), "leaves the object as it is: " + unread.inReview())
                                : step);
            }
        }
        steps.addAll(ofPolicies);
        steps.sort(Comparator.comparing(step -> step.rule().kind()));
        return List.copyOf(steps);
    }

    /** True where the step only says that a rule does not add an entry whose seconds it has just decided. */
    private static boolean isEcho(Step step, List<Step> all) {
        return step instanceof Step.Covered covered
                && covered.giver() == null
                && all.stream()
                        .anyMatch(other -> other.rule().equals(covered.rule())
                                && other.index() == covered.index()
                                && (other instanceof Step.SecondsSet || other instanceof Step.LeftAlone));
    }

    /** A step for each policy that the decision does not mention, in order of precedence. */
    private List<Step> ofPolicies(Review review, Map<String, String> staying) {
        boolean looked = review.subject() == Subject.POD
                && review.operation() == Operation.CREATE
                && answer.decision().skipReason().isEmpty();
        if (!looked) {
            return List.of();
        }
        Set<RuleId> said =
                answer.decision().steps().stream().map(step -> step.rule()).collect(Collectors.toSet());
        List<Step> steps = new ArrayList<>();
        for (Policy policy : answer.snapshot().policies().policies()) {
            RuleId id = RuleId.policy(policy.name());
            Mismatch mismatch = policy.mismatch(review.pod(), answer.namespace());
            String stays = staying.get(policy.name());
            if (mismatch == null && stays != null) {
                steps.add(new Step.Warned(id, "not all of it is given without a webhook: " + stays));
            } else if (!said.contains(id)) {
                steps.add(
                        mismatch == null
                                ? new Step.WithoutEffect(
                                        id,
                                        policy.mode() == Mode.AUDIT
                                                ? "its mode is Audit, and it would change nothing here"
                                                : "it matches, but has nothing to give")
                                : new Step.NoMatch(id, mismatch));
            }
        }
        return steps;
    }

    /** Of a DaemonSet, those of the pods that its controller makes. */
    List<ExplainedToleration> tolerations() {
        if (answer.isOfTemplate()) {
            return ofPodsMade();
        }
        JsonNode json = answer.object().path("spec").path("tolerations");
        Review stored = answer.object().path("metadata").hasNonNull("uid") ? answer.review() : null;
        return IntStream.range(0, answer.decision().tolerations().size())
                .mapToObj(i -> stored == null ? explained(i, json.get(i)) : ofStored(i, json.get(i), stored))
                .toList();
    }

    /**
     * Nothing records what a pod that exists was given, so a rule counts as the giver of what it would give now, and
     * the author as that of the rest where managedFields show one.
     */
    private ExplainedToleration ofStored(int index, JsonNode json, Review review) {
        AttributedToleration attributed = answer.decision().tolerations().get(index);
        if (attributed.origin() != Origin.AUTHOR && attributed.origin() != Origin.OTHER_PLUGIN) {
            return explained(index, json);
        }
        RuleId giver = sameAs(index);
        boolean isAuthors = giver == null
                && attributed.origin() == Origin.AUTHOR
                && review.provenance().isOwned();
        return new ExplainedToleration(
                attributed.toleration(), json, isAuthors ? Origin.AUTHOR : Origin.UNRECORDED, giver);
    }

    private ExplainedToleration explained(int index, JsonNode json) {
        AttributedToleration attributed = answer.decision().tolerations().get(index);
        Origin origin = attributed.origin();
        RuleId giver = switch (origin) {
            case OTHER_PLUGIN -> sameAs(index);
            case AUTHOR, UNCLEAR -> giverInTemplate(index);
            // A rule with the same seconds as the API server has changed nothing.
            case PROVEN, LIKELY, RUNTIME_CLASS, RESTRICTION, CONTROLLER ->
                hasSecondsSet(index) ? attributed.giver() : null;
            case RULE, UNRECORDED -> attributed.giver();
        };
        boolean isOfTemplate = giver != null && (origin == Origin.AUTHOR || origin == Origin.UNCLEAR);
        return new ExplainedToleration(attributed.toleration(), json, isOfTemplate ? Origin.RULE : origin, giver);
    }

    private List<ExplainedToleration> ofPodsMade() {
        PodFacts read = answer.pod();
        ObjectNode pod = answer.object()
                .at(PodTemplate.pointer(ObjectKind.DAEMON_SET.template()))
                .deepCopy();
        List<Toleration> made = DaemonSetController.addedTo(read.tolerations(), read.hostNetwork());
        PodTemplate.replaceTolerations(pod, present -> made);
        JsonNode entries = pod.path("spec").path("tolerations");
        List<AttributedToleration> written = answer.decision().tolerations();
        List<ExplainedToleration> list = new ArrayList<>();
        for (int i = 0; i < made.size(); i++) {
            Toleration toleration = made.get(i);
            JsonNode json = entries.get(i);
            boolean kept = i < written.size() && written.get(i).toleration().equals(toleration);
            list.add(kept ? explained(i, json) : new ExplainedToleration(toleration, json, Origin.CONTROLLER, null));
        }
        return List.copyOf(list);
    }

    private boolean hasSecondsSet(int index) {
        return answer.decision().steps().stream()
                .anyMatch(step -> step instanceof Step.SecondsSet set && set.index() == index);
    }

    /** The rule that would give exactly this entry, and so gave it in an earlier call. */
    private @Nullable RuleId sameAs(int index) {
        return answer.decision().steps().stream()
                .filter(step -> step instanceof Step.Covered covered
                        && covered.index() == index
                        && covered.by().equals(covered.offered()))
                .map(Step::rule)
                .findFirst()
                .orElse(null);
    }

    /** The policy that put the entry into the template; the controller keeps the template's order. */
    private @Nullable RuleId giverInTemplate(int index) {
        if (template == null || index >= template.decision().tolerations().size()) {
            return null;
        }
        return template.decision().tolerations().get(index).giver();
    }
}
