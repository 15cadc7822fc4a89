package dev.tolerant.explain;

import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.rule.DaemonSet;
import dev.tolerant.core.rule.ExtendedResources;
import dev.tolerant.core.rule.MemoryPressure;
import dev.tolerant.core.rule.NamespaceAnnotations;
import dev.tolerant.core.rule.NodeFailure;
import dev.tolerant.core.rule.Policies;
import dev.tolerant.explain.ExplainedStep.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The steps of an explanation: the decision's, and why other policies had no part in it, rule by rule. */
final class StepList {
    private static final List<String> PRECEDENCE = List.of(
            "review",
            "update",
            Policies.NAME,
            NamespaceAnnotations.NAME,
            DaemonSet.NAME,
            NodeFailure.NAME,
            MemoryPressure.NAME,
            ExtendedResources.NAME);

    private StepList() {}

    static List<ExplainedStep> of(Answer answer, @Nullable Answer template, PolicySet policies) {
        Review review = answer.review();
        List<ExplainedStep> ofPolicies = review == null ? List.of() : PolicySteps.of(review, policies, answer);
        List<ExplainedStep> steps = new ArrayList<>();
        if (template != null) {
            ofTemplate(template).forEach(steps::add);
        }
        List<Step> decided = answer.decision().steps();
        for (Step step : decided) {
            boolean told = step.rule().equals(Policies.NAME) && !ofPolicies.isEmpty();
            if (!told && !isEcho(step, decided)) {
                steps.add(ExplainedStep.of(step));
            }
        }
        steps.addAll(ofPolicies);
        steps.sort(Comparator.comparingInt(StepList::rank));
        return List.copyOf(steps);
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
                        "(template) " + step.brief(),
                        step.toleration(),
                        step.by()));
    }

    /** Whether the step only says that a rule does not add what it has just spoken of. */
    private static boolean isEcho(Step step, List<Step> all) {
        return step instanceof Step.Covered covered
                && covered.giver().isEmpty()
                && all.stream()
                        .anyMatch(other ->
                                other.rule().equals(covered.rule()) && speaksOfSeconds(other, covered.index()));
    }

    private static boolean speaksOfSeconds(Step step, int index) {
        return (step instanceof Step.Retimed retimed && retimed.index() == index)
                || (step instanceof Step.LeftAlone left && left.index() == index);
    }

    private static int rank(ExplainedStep step) {
        int slash = step.rule().indexOf('/');
        return PRECEDENCE.indexOf(slash < 0 ? step.rule() : step.rule().substring(0, slash));
    }
}
