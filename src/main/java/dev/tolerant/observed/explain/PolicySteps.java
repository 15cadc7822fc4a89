package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Operation;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.observed.explain.ExplainedStep.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The steps that a decision leaves out: why a policy did nothing. */
final class PolicySteps {
    private PolicySteps() {}

    /** A step for each policy that the decision does not mention, in order of precedence. */
    static List<ExplainedStep> of(Review review, PolicySet policies, Answer answer) {
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
