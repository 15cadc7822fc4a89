package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Operation;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.observed.explain.Explanation.ExplainedStep;
import dev.tolerant.observed.explain.Explanation.ExplainedStep.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of an explanation, rule by rule: the decision's, and why other policies did nothing. */
final class StepList {
    private StepList() {}

    /** @param isWhole whether all that decides was read: else it is not known that no policy matches */
    static List<ExplainedStep> of(Answer answer, @Nullable Answer template, PolicySet policies, boolean isWhole) {
        Review review = answer.review();
        List<ExplainedStep> ofPolicies = review == null ? List.of() : ofPolicies(review, policies, answer);
        List<ExplainedStep> steps = new ArrayList<>();
        if (template != null) {
            ofTemplate(template).forEach(steps::add);
        }
        List<Step> decided = answer.decision().steps();
        for (Step step : decided) {
            boolean told = step.rule().equals(RuleId.POLICIES) && !(ofPolicies.isEmpty() && isWhole);
            if (!told && !isEcho(step, decided)) {
                steps.add(
                        step instanceof Step.Skipped && answer.request() instanceof Unread unread
                                ? leftAlone(step, unread)
                                : ExplainedStep.of(step));
            }
        }
        steps.addAll(ofPolicies);
        steps.sort(Comparator.comparing(step -> step.rule().kind()));
        return List.copyOf(steps);
    }

    /** What the webhook warns about, because it could not read all of the object. */
    private static ExplainedStep leftAlone(Step step, Unread unread) {
        String sentence = "leaves the object as it is: " + unread.inReview();
        return new ExplainedStep(step.rule(), Outcome.WARNED, step.code(), sentence, OptionalInt.empty(), null);
    }

    /** What the webhook did to the template before there was a pod. */
    private static Stream<ExplainedStep> ofTemplate(Answer template) {
        return template.decision().steps().stream()
                .map(ExplainedStep::of)
                .filter(step -> step.outcome() != Outcome.SKIPPED)
                .map(step -> new ExplainedStep(
                        step.rule(),
                        step.outcome(),
                        step.code(),
                        "(template) " + step.sentence(),
                        step.toleration(),
                        step.by()));
    }

    /** Whether the step only says that a rule does not add an entry whose seconds it has just decided. */
    private static boolean isEcho(Step step, List<Step> all) {
        return step instanceof Step.Covered covered
                && covered.giver() == null
                && all.stream()
                        .anyMatch(other ->
                                other.rule().equals(covered.rule()) && speaksOfSeconds(other, covered.index()));
    }

    private static boolean speaksOfSeconds(Step step, int index) {
        return (step instanceof Step.SecondsSet set && set.index() == index)
                || (step instanceof Step.LeftAlone left && left.index() == index);
    }

    /** A step for each policy that the decision does not mention, in order of precedence. */
    private static List<ExplainedStep> ofPolicies(Review review, PolicySet policies, Answer answer) {
        boolean looked = review.subject() == Subject.POD
                && review.operation() == Operation.CREATE
                && answer.decision().skipReason().isEmpty();
        if (!looked) {
            return List.of();
        }
        Set<RuleId> said =
                answer.decision().steps().stream().map(step -> step.rule()).collect(Collectors.toSet());
        List<ExplainedStep> steps = new ArrayList<>();
        for (Policy policy : policies.policies()) {
            if (said.contains(RuleId.policy(policy.name()))) {
                continue;
            }
            String mismatch = policy.match().mismatch(review.pod(), answer.namespace());
            steps.add(
                    mismatch == null
                            ? silent(
                                    policy,
                                    "without-effect",
                                    policy.mode() == Mode.AUDIT
                                            ? "its mode is Audit, and it would change nothing here"
                                            : "it matches, but has nothing to give")
                            : silent(policy, ExplainedStep.NO_MATCH, mismatch));
        }
        return steps;
    }

    private static ExplainedStep silent(Policy policy, String code, String because) {
        return new ExplainedStep(
                RuleId.policy(policy.name()), Outcome.SKIPPED, code, because, OptionalInt.empty(), null);
    }
}
