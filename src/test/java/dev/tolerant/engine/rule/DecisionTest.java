package dev.tolerant.engine.rule;

import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.RuleId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict and reasons of a decision. */
class DecisionTest {
    private static final Step STEP = new Step.NotConcerned(RuleId.NODE_FAILURE, "it is switched off");
    private static final Step SKIPPED = new Step.Skipped(SkipReason.POD_OPTED_OUT);
    private static final Step CHANGE = new Step.Added(RuleId.NODE_FAILURE, toleration("foo Ex :NS"));
    private static final Refusal REFUSAL = new Refusal(Refusal.Reason.WHITELIST, "no");

    @Test
    void withoutChangesAPodIsUnchanged() {
        assertThat(new Decision(List.of(STEP), List.of(), null, List.of()).verdict())
                .isEqualTo(Decision.Verdict.UNCHANGED);
    }

    @Test
    void changesPatchIt() {
        assertThat(new Decision(List.of(STEP, CHANGE), List.of(), null, List.of()).verdict())
                .isEqualTo(Decision.Verdict.PATCHED);
    }

    @Test
    void aRefusalWinsOverEverything() {
        Decision decision = new Decision(List.of(SKIPPED, CHANGE), List.of(), REFUSAL, List.of());

        assertThat(decision.verdict()).isEqualTo(Decision.Verdict.REFUSED);
        assertThat(decision.refusal()).isEqualTo(REFUSAL);
    }

    @Test
    void aSkippedReviewSaysWhy() {
        Decision decision = Decision.skipped(SkipReason.MIRROR_POD);

        assertThat(decision.verdict()).isEqualTo(Decision.Verdict.SKIPPED);
        assertThat(decision.skipReason()).contains(SkipReason.MIRROR_POD);
        assertThat(decision.refusal()).isNull();
        assertThat(decision.changes()).isEmpty();
    }

    @Test
    void theReasonIsFoundBehindOtherSteps() {
        Decision decision = new Decision(List.of(STEP, SKIPPED), List.of(), null, List.of());

        assertThat(decision.verdict()).isEqualTo(Decision.Verdict.SKIPPED);
        assertThat(decision.skipReason()).contains(SkipReason.POD_OPTED_OUT);
    }

    @Test
    void whatIsNotSkippedHasNoReasonToBe() {
        assertThat(new Decision(List.of(STEP, CHANGE), List.of(), null, List.of()).skipReason())
                .isEmpty();
    }

    @Test
    void aPodThatNoRuleHasSeenCanBeRefused() {
        Refusal refusal = new Refusal(Refusal.Reason.TOO_LARGE, "spec.tolerations is too long");

        Decision decision = Decision.refused(refusal);

        assertThat(decision.verdict()).isEqualTo(Decision.Verdict.REFUSED);
        assertThat(decision.refusal()).isEqualTo(refusal);
        assertThat(decision.steps()).containsExactly(new Step.Refused(RuleId.REVIEW, refusal));
        assertThat(decision.changes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PATCHED, patched", "UNCHANGED, unchanged", "REFUSED, refused", "SKIPPED, skipped"})
    void aVerdictHasACode(Decision.Verdict verdict, String code) {
        assertThat(verdict.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"WHITELIST, whitelist", "TOO_LARGE, too-large"})
    void aRefusalsReasonHasACode(Refusal.Reason reason, String code) {
        assertThat(reason.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "OPERATION, operation, only CREATE and UPDATE change a pod",
        "SUBRESOURCE, subresource, subresources carry no tolerations",
        "KIND, kind, no rule applies to this kind",
        "MALFORMED, malformed, the pod is malformed",
        "TOO_LARGE, too-large, the pod exceeds a limit of the rules",
        "MIRROR_POD, mirror-pod, a mirror pod must stay as its kubelet wrote it",
        "POD_OPTED_OUT, pod-opted-out, the pod is labelled tolerant.dev/inject=false",
        "NAMESPACE_OPTED_OUT, namespace-opted-out, the namespace is labelled tolerant.dev/inject=false",
        "INTERNAL, internal, an internal error prevented a decision"
    })
    void aSkippedReviewHasACodeAndASentence(SkipReason reason, String code, String sentence) {
        Step step = new Step.Skipped(reason);

        assertThat(reason.code()).isEqualTo(code);
        assertThat(step.rule()).isEqualTo(RuleId.REVIEW);
        assertThat(step.code()).isEqualTo("skipped-" + code);
        assertThat(step.sentence()).isEqualTo(sentence);
        assertThat(step.isChange()).isFalse();
    }
}
