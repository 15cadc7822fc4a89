package dev.tolerant.rule;

import static dev.tolerant.policy.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.policy.NamespaceFactsFixture.plain;
import static dev.tolerant.toleration.ShortToleration.list;
import static dev.tolerant.toleration.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.pod.PodFixture;
import dev.tolerant.pod.Provenance;
import dev.tolerant.pod.Reach;
import dev.tolerant.pod.ReviewFixture;
import dev.tolerant.toleration.Toleration;
import dev.tolerant.toleration.TolerationSeconds;
import org.junit.jupiter.api.Test;

/** Whom each toleration of the result comes from. */
class AttributionTest {
    private static final Rule[] RULES = {
        new NamespaceAnnotations(), new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(300), Reach.PROVEN)
    };

    @Test
    void whatIsGivenAndWhatIsRetimedHasItsRule() {
        // When
        Outcome outcome = Outcome.of(
                ReviewFixture.creationOf(
                        PodFixture.podWith(
                                list("NR Ex :NX @300, UN Ex :NX @300, a Ex :NS").toArray(new Toleration[0])),
                        Provenance.UNOWNED),
                aNamespace().giving(toleration("gpu Ex :NS")).build(),
                RULES);

        // Then
        assertThat(outcome.decision().tolerations())
                .extracting(each -> each.origin() + " " + each.giver())
                .containsExactly("PROVEN node-failure", "PROVEN node-failure", "OTHER ", "RULE namespace-annotations");
        assertThat(outcome.decision().tolerations())
                .extracting(each -> each.toleration())
                .isEqualTo(outcome.tolerations());
    }

    @Test
    void whatAnUpdateGetsBackIsTheUpdates() {
        // When
        Outcome outcome = Outcome.of(
                ReviewFixture.updateOf(
                        PodFixture.podWith(toleration("gpu Ex :NS")),
                        PodFixture.podWith(toleration("a Ex :NS")),
                        Provenance.OWNED),
                plain(),
                RULES);

        // Then
        assertThat(outcome.decision().tolerations())
                .extracting(each -> each.toleration().key() + " " + each.origin() + " " + each.giver())
                .containsExactly("a AUTHOR ", "gpu RULE update");
    }

    @Test
    void aRefusedPodKeepsItsTolerationsAsTheyCame() {
        // When
        Outcome outcome = Outcome.of(
                ReviewFixture.creationOf(PodFixture.podWith(toleration("tpu Ex :NS"))),
                aNamespace()
                        .giving(toleration("gpu Ex :NS"))
                        .admittingOnly(toleration("spot Ex :NS"))
                        .build(),
                RULES);

        // Then
        assertThat(outcome.isRefused()).isTrue();
        assertThat(outcome.decision().tolerations())
                .extracting(each -> each.toleration().key() + " " + each.origin() + " " + each.giver())
                .containsExactly("tpu AUTHOR ");
    }
}
