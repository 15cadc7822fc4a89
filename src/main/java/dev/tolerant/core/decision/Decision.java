package dev.tolerant.core.decision;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to a pod, and why.
 *
 * @param steps what each rule did, in order; never empty
 * @param changes what to do to the pod, in order; empty for nothing, and with a refusal
 * @param tolerations the pod's list with the changes made; empty if there was no pod to look at
 * @param refusalOrNull why the pod is refused, null if it is not
 */
public record Decision(
        List<Step> steps,
        List<Change> changes,
        List<AttributedToleration> tolerations,
        @Nullable Refusal refusalOrNull) {
    private static final int USUAL_LENGTH = 512;

    /** What a decision comes to. */
    public enum Verdict {
        PATCHED("patched"),
        UNCHANGED("unchanged"),
        REFUSED("refused"),
        SKIPPED("skipped");

        private final String code;

        Verdict(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    public static Decision skipped(SkipReason reason) {
        return new Decision(List.of(new Step.Skipped(reason)), List.of(), List.of(), null);
    }

    public Optional<Refusal> refusal() {
        return Optional.ofNullable(refusalOrNull);
    }

    public Verdict verdict() {
        if (refusalOrNull != null) {
            return Verdict.REFUSED;
        }
        if (!changes.isEmpty()) {
            return Verdict.PATCHED;
        }
        return skipReason().isPresent() ? Verdict.SKIPPED : Verdict.UNCHANGED;
    }

    /** Why nothing was added, if the review was one of those that nothing is added to. */
    public Optional<SkipReason> skipReason() {
        for (Step step : steps) {
            if (step instanceof Step.Skipped skipped) {
                return Optional.of(skipped.reason());
            }
        }
        return Optional.empty();
    }

    /** The rules and sentences of the steps that pass the test, in one text. */
    public String reasons(Predicate<Step> which) {
        // Often empty; otherwise at least a sentence.
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
}
