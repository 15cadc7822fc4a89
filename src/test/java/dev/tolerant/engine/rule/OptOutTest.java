package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.NamespaceFactsFixture.plain;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Decision.AttributedToleration;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods to which the program adds nothing: opted-out pods, mirror pods, and other operations. */
class OptOutTest {
    private static final Rule[] RULES = {
        new NamespaceAnnotations(), new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(60))
    };
    private static final NamespaceFacts SPOT_ONLY = aNamespace()
            .giving(toleration("gpu Ex :NS"))
            .admittingOnly(toleration("spot Ex :NS"))
            .build();

    @Test
    void anOptedOutPodIsLeftAlone() {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(optedOut().build()), SPOT_ONLY, RULES);

        assertThat(outcome.decision()).isEqualTo(Decision.skipped(SkipReason.POD_OPTED_OUT));
    }

    @Test
    void anOptedOutPodIsStillJudged() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(
                        optedOut().tolerating(toleration("tpu Ex :NS")).build()),
                SPOT_ONLY,
                RULES);

        assertThat(outcome.steps())
                .containsExactly("review skipped-pod-opted-out", "namespace-annotations refused-whitelist");
    }

    @Test
    void anOptedOutPodIsStillRestored() {
        PodFacts stored = PodFixture.aPod().tolerating(toleration("gpu Ex :NS")).build();

        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.updateOf(stored, optedOut().build(), Provenance.UNOWNED), plain(), RULES);

        assertThat(outcome.tolerations()).isEqualTo(list("gpu Ex :NS"));
    }

    @Test
    void aNamespaceOptsAllItsPodsOut() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod().build()),
                aNamespace().labelled("tolerant.dev/inject", "false").build(),
                RULES);

        assertThat(outcome.decision()).isEqualTo(Decision.skipped(SkipReason.NAMESPACE_OPTED_OUT));
    }

    @Test
    void aMirrorPodThatItsNodeSendsIsLeftAlone() {
        PodFacts pod =
                PodFixture.aPod().mirror().tolerating(toleration("* Ex :NX")).build();

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationByNode(pod), SPOT_ONLY, RULES);

        assertThat(outcome.decision())
                .isEqualTo(new Decision(
                        List.of(new Step.Skipped(SkipReason.MIRROR_POD)),
                        List.of(new AttributedToleration(toleration("* Ex :NX"), Origin.AUTHOR, null)),
                        null,
                        List.of()));
    }

    @Test
    void aMirrorPodThatAnotherSendsIsJudged() {
        PodFacts pod =
                PodFixture.aPod().mirror().tolerating(toleration("tpu Ex :NS")).build();

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod), SPOT_ONLY, RULES);

        assertThat(outcome.steps())
                .containsExactly("review skipped-mirror-pod", "namespace-annotations refused-whitelist");
    }

    @Test
    void aMirrorPodThatAnotherSendsIsGivenNothing() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod().mirror().build()), SPOT_ONLY, RULES);

        assertThat(outcome.decision()).isEqualTo(Decision.skipped(SkipReason.MIRROR_POD));
    }

    @Test
    void anOrdinaryPodThatANodeSendsIsGivenWhatAnyPodIs() {
        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.creationByNode(PodFixture.aPod().build()), plain(), RULES);

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60, UN Ex :NX @60"));
    }

    @Test
    void otherOperationsAreSkipped() {
        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.otherOf(PodFixture.aPod().build()), SPOT_ONLY, RULES);

        assertThat(outcome.decision()).isEqualTo(Decision.skipped(SkipReason.OPERATION));
    }

    private static PodFixture optedOut() {
        return PodFixture.aPod().labelled("tolerant.dev/inject", "false");
    }
}
