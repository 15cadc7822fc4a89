package dev.tolerant.engine.rule;

import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tolerant.engine.policy.Match;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The outcome, the code and the sentence of each step, which logs, metrics and explanations show. */
class StepTest {
    private static final Toleration FOO = toleration("foo Ex :NS");
    private static final Toleration NOT_READY = toleration("NR Ex :NX @300");

    static Stream<Arguments> steps() {
        return Stream.of(
                arguments(
                        new Step.Added(RuleId.NODE_FAILURE, FOO),
                        "node-failure",
                        "added",
                        "applied",
                        "adds foo:NoSchedule op=Exists"),
                arguments(
                        new Step.SecondsSet(RuleId.NODE_FAILURE, 2, NOT_READY, TolerationSeconds.of(60), Origin.PROVEN),
                        "node-failure",
                        "seconds-set",
                        "applied",
                        "sets tolerationSeconds of toleration 2 to 60 instead of 300 (node.kubernetes.io/not-ready:NoExecute"
                                + " op=Exists, from the API server)"),
                arguments(
                        new Step.LeftAlone(RuleId.NODE_FAILURE, 1, NOT_READY, Origin.LIKELY, "override is proven"),
                        "node-failure",
                        "left-alone",
                        "skipped",
                        "leaves toleration 1 (node.kubernetes.io/not-ready:NoExecute op=Exists for 300s), which came"
                                + " from the API server, probably, as it is: override is proven"),
                arguments(
                        new Step.Covered(RuleId.NODE_FAILURE, FOO, 0, toleration("* Ex :ANY"), Origin.AUTHOR, null),
                        "node-failure",
                        "already-covered",
                        "already covered",
                        "does not add foo:NoSchedule op=Exists: toleration 0 (op=Exists) of the pod's author comes"
                                + " first"),
                arguments(
                        new Step.Covered(
                                RuleId.NODE_FAILURE,
                                NOT_READY,
                                1,
                                toleration("NR Ex :NX @60"),
                                Origin.RULE,
                                RuleId.policy("web")),
                        "node-failure",
                        "lost",
                        "lost",
                        "does not add node.kubernetes.io/not-ready:NoExecute op=Exists for 300s: toleration 1"
                                + " (node.kubernetes.io/not-ready:NoExecute op=Exists for 60s) of policies/web comes first"),
                arguments(
                        new Step.Warned(RuleId.NAMESPACE_ANNOTATIONS, "this is odd"),
                        "namespace-annotations",
                        "warned",
                        "warned",
                        "this is odd"),
                arguments(
                        new Step.Audited(RuleId.policy("web"), "would add foo"),
                        "policies/web",
                        "audited",
                        "audited",
                        "would add foo"),
                arguments(
                        new Step.OfTemplate(new Step.Added(RuleId.policy("web"), FOO)),
                        "policies/web",
                        "added",
                        "applied",
                        "(template) adds foo:NoSchedule op=Exists"),
                arguments(
                        new Step.NoMatch(RuleId.policy("web"), new Match.Mismatch("namespaces", "match.namespaces")),
                        "policies/web",
                        "no-match",
                        "skipped",
                        "match.namespaces"),
                arguments(
                        new Step.Withheld(RuleId.NODE_FAILURE, FOO, "the whitelist"),
                        "node-failure",
                        "withheld",
                        "withheld",
                        "does not give foo:NoSchedule op=Exists: the whitelist"),
                arguments(
                        new Step.Restored(1, FOO),
                        "update",
                        "restored",
                        "applied",
                        "restores foo:NoSchedule op=Exists, which the update drops: the API does not allow a pod's"
                                + " tolerations to be removed"),
                arguments(
                        new Step.NotConcerned(RuleId.NODE_FAILURE, "it is switched off"),
                        "node-failure",
                        "not-concerned",
                        "skipped",
                        "it is switched off"),
                arguments(
                        new Step.Problem(RuleId.NODE_FAILURE, "namespace-annotation", "is not JSON"),
                        "node-failure",
                        "problem-namespace-annotation",
                        "problem",
                        "is not JSON"),
                arguments(
                        new Step.Refused(RuleId.NODE_FAILURE, new Refusal(Refusal.Reason.WHITELIST, "not there")),
                        "node-failure",
                        "refused-whitelist",
                        "refused",
                        "not there"));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aStepSaysWhatHappened(Step step, String rule, String code, String outcome, String sentence) {
        assertThat(step.rule()).hasToString(rule);
        assertThat(step.code()).isEqualTo(code);
        assertThat(step.outcome().words()).isEqualTo(outcome);

        assertThat(step.sentence()).isEqualTo(sentence);
    }
}
