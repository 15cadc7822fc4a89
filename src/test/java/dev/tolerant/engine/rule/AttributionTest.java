package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.NamespaceFactsFixture.plain;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The origin and the giving rule of each toleration in the result. */
class AttributionTest {
    private static final Rule[] RULES = {
        new NamespaceAnnotations(), new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(300))
    };

    @Test
    void whatIsGivenAndWhatIsRetimedHasItsRule() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(
                        PodFixture.podWith(
                                list("NR Ex :NX @300, UN Ex :NX @300, a Ex :NS").toArray(new Toleration[0])),
                        Provenance.UNOWNED),
                aNamespace().giving(toleration("gpu Ex :NS")).build(),
                RULES);

        assertThat(outcome.decision().tolerations())
                .extracting(each -> each.origin() + " " + Objects.toString(each.giver(), ""))
                .containsExactly(
                        "PROVEN node-failure", "PROVEN node-failure", "OTHER_PLUGIN ", "RULE namespace-annotations");
        assertThat(outcome.decision().tolerations())
                .extracting(each -> each.toleration())
                .isEqualTo(outcome.tolerations());
    }

    @Test
    void whatAnUpdateGetsBackIsTheUpdates() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.updateOf(
                        PodFixture.podWith(toleration("gpu Ex :NS")),
                        PodFixture.podWith(toleration("a Ex :NS")),
                        Provenance.OWNED),
                plain(),
                RULES);

        assertThat(outcome.decision().tolerations())
                .extracting(each ->
                        each.toleration().key() + " " + each.origin() + " " + Objects.toString(each.giver(), ""))
                .containsExactly("a AUTHOR ", "gpu RULE update");
    }

    @Test
    void aRefusedPodKeepsItsTolerationsAsTheyCame() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.podWith(toleration("tpu Ex :NS"))),
                aNamespace()
                        .giving(toleration("gpu Ex :NS"))
                        .admittingOnly(toleration("spot Ex :NS"))
                        .build(),
                RULES);

        assertThat(outcome.isRefused()).isTrue();
        assertThat(outcome.decision().tolerations())
                .extracting(each ->
                        each.toleration().key() + " " + each.origin() + " " + Objects.toString(each.giver(), ""))
                .containsExactly("tpu AUTHOR ");
    }
}
