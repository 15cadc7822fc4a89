package dev.tolerant.engine.rule;

import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The changes to a pod or its refusal, with the reasons.
 *
 * @param steps what each rule did or did not do, in order; never empty
 * @param tolerations the pod's after the changes; empty if the rules have not seen the pod
 * @param refusal null if the pod is not refused
 * @param policies the names of those that were asked, in order of precedence
 */
public record Decision(
        List<Step> steps,
        List<AttributedToleration> tolerations,
        @Nullable Refusal refusal,
        List<String> policies) {
    private static final int USUAL_LENGTH = 512;

    public enum Verdict implements Coded {
        PATCHED,
        UNCHANGED,
        REFUSED,
        SKIPPED
    }

    public static Decision skipped(SkipReason reason) {
        return new Decision(List.of(new Step.Skipped(reason)), List.of(), null, List.of());
    }

    public static Decision refused(Refusal refusal) {
        return new Decision(List.of(new Step.Refused(RuleId.REVIEW, refusal)), List.of(), refusal, List.of());
    }

    /** In order; empty if there are none or if the pod is refused. */
    public List<Step> changes() {
        if (refusal != null) {
            return List.of();
        }
        List<Step> changes = new ArrayList<>(steps.size());
        for (Step step : steps) {
            if (step.isChange()) {
                changes.add(step);
            }
        }
        return changes;
    }

    public List<Toleration> plainTolerations() {
        return tolerations.stream().map(AttributedToleration::toleration).toList();
    }

    public Verdict verdict() {
        if (refusal != null) {
            return Verdict.REFUSED;
        }
        for (Step step : steps) {
            if (step.isChange()) {
                return Verdict.PATCHED;
            }
        }
        return skipReason().isPresent() ? Verdict.SKIPPED : Verdict.UNCHANGED;
    }

    /** Empty if the program asked the rules for additions. */
    public Optional<SkipReason> skipReason() {
        for (Step step : steps) {
            if (step instanceof Step.Skipped skipped) {
                return Optional.of(skipped.reason());
            }
        }
        return Optional.empty();
    }

    /** The rules and sentences of the chosen steps, joined by semicolons. */
    public String reasons(Predicate<Step> which) {
        // Often there are no reasons, so no buffer is allocated before the first.
        StringBuilder reasons = new StringBuilder(0);
        for (Step step : steps) {
            if (which.test(step)) {
                reasons.ensureCapacity(USUAL_LENGTH);
                reasons.append(reasons.isEmpty() ? "" : "; ")
                        .append(step.rule())
                        .append(' ')
                        .append(step.sentence());
            }
        }
        return reasons.toString();
    }

    /**
     * @param giver the rule that gave the toleration or its seconds; null if it came with the pod and no rule changed it
     */
    public record AttributedToleration(
            Toleration toleration, Origin origin, @Nullable RuleId giver) {}
}
