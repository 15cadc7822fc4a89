package dev.tolerant.core.decision;

import static dev.tolerant.core.toleration.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The code and the sentence of each step, which logs, metrics and explanations show. */
class StepTest {
    private static final Toleration FOO = toleration("foo Ex :NS");
    private static final Toleration NOT_READY = toleration("NR Ex :NX @300");

    static Stream<Arguments> steps() {
        return Stream.of(
                arguments(new Step.Added("r", FOO), "r", "added", true, "adds foo:NoSchedule op=Exists"),
                arguments(
                        new Step.Retimed("r", 2, NOT_READY, TolerationSeconds.of(60), Origin.PROVEN),
                        "r",
                        "seconds-set",
                        true,
                        "sets tolerationSeconds of toleration 2 (node.kubernetes.io/not-ready:NoExecute op=Exists for"
                                + " 300s), which came from the API server, to 60"),
                arguments(
                        new Step.LeftAlone("r", 1, NOT_READY, Origin.LIKELY, "its override is proven"),
                        "r",
                        "left-alone",
                        false,
                        "leaves toleration 1 (node.kubernetes.io/not-ready:NoExecute op=Exists for 300s), which came"
                                + " from the API server, probably, as it is: its override is proven"),
                arguments(
                        new Step.Covered("r", FOO, 0, toleration("* Ex :ANY"), Origin.AUTHOR, ""),
                        "r",
                        "already-covered",
                        false,
                        "does not add foo:NoSchedule op=Exists: toleration 0 (op=Exists) of the pod's author comes"
                                + " first"),
                arguments(
                        new Step.Withheld("r", FOO, "the whitelist"),
                        "r",
                        "withheld",
                        false,
                        "does not give foo:NoSchedule op=Exists: the whitelist"),
                arguments(
                        new Step.NodesSelected("r", "pool", "ml"),
                        "r",
                        "node-selector-added",
                        true,
                        "adds pool=ml to nodeSelector"),
                arguments(
                        new Step.Restored(FOO),
                        "update",
                        "restored",
                        true,
                        "keeps foo:NoSchedule op=Exists, which the update leaves out: the API does not let a pod's"
                                + " tolerations go"),
                arguments(
                        new Step.NotConcerned("r", "it is switched off"),
                        "r",
                        "not-concerned",
                        false,
                        "does nothing: it is switched off"),
                arguments(
                        new Step.Problem("r", "namespace-annotation", "is not JSON"),
                        "r",
                        "problem-namespace-annotation",
                        false,
                        "is not JSON"),
                arguments(
                        new Step.Refused("r", new Refusal(Refusal.Reason.NODE_SELECTOR, "not there")),
                        "r",
                        "refused-node-selector",
                        true,
                        "not there"));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aStepSaysWhatHappened(Step step, String rule, String code, boolean effective, String sentence) {
        assertThat(step.rule()).isEqualTo(rule);
        assertThat(step.code()).isEqualTo(code);
        assertThat(step.isEffective()).isEqualTo(effective);
        assertThat(step.sentence()).isEqualTo(sentence);
    }
}
