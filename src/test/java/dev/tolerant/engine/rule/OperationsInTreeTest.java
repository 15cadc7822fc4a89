package dev.tolerant.engine.rule;

import static dev.tolerant.engine.pod.PodFixture.podWith;
import static dev.tolerant.engine.policy.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.engine.policy.NamespaceFactsFixture.plain;
import static dev.tolerant.engine.toleration.ShortToleration.list;
import static dev.tolerant.engine.toleration.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.PodFixture;
import dev.tolerant.engine.pod.Provenance;
import dev.tolerant.engine.pod.ReviewFixture;
import dev.tolerant.engine.toleration.TolerationSeconds;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the plugins' tests about which requests they handle. */
class OperationsInTreeTest {
    private static final PodFacts STORED = podWith(toleration("NR Ex :NX @60"), toleration("UN Ex :NX @60"));
    private static final PodFacts EMPTY = PodFixture.aPod().build();

    static List<InTreeCase> cases() {
        return InTreeTable.run("operations.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aRequestIsHandledAsThePluginHandlesIt(InTreeCase row) {
        switch (row.id()) {
            case "A8" ->
                creationsAndUpdatesAreHandled(new NodeFailure(TolerationSeconds.of(300), TolerationSeconds.of(300)));
            case "A16" -> anUpdateGivesBackTheStoredSeconds(row);
            case "B11" -> creationsAndUpdatesAreHandled(new ExtendedResources(false, Set.of(), Map.of()));
            case "C14" -> anUpdateAddsNoDefault();
            case "C15" -> creationsAndUpdatesAreHandled(new NamespaceAnnotations());
            default -> throw new IllegalArgumentException(row.id());
        }
    }

    private static void creationsAndUpdatesAreHandled(Rule rule) {
        DecidedPod creation = DecidedPod.of(ReviewFixture.creationOf(EMPTY), rule);
        DecidedPod update = DecidedPod.of(ReviewFixture.updateOf(STORED, EMPTY, Provenance.UNOWNED), rule);
        DecidedPod deletion = DecidedPod.of(ReviewFixture.otherOf(STORED), rule);

        assertThat(creation.decision().skipReason()).isEmpty();
        assertThat(update.decision().skipReason()).isEmpty();
        assertThat(update.tolerations()).isEqualTo(STORED.tolerations());
        assertThat(deletion.decision().skipReason()).contains(SkipReason.OPERATION);
        assertThat(deletion.decision().changes()).isEmpty();
    }

    private static void anUpdateGivesBackTheStoredSeconds(InTreeCase row) {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.updateOf(STORED, EMPTY, Provenance.UNOWNED),
                plain(),
                new NodeFailure(TolerationSeconds.of(300), TolerationSeconds.of(300)));

        assertThat(outcome.tolerations()).isEqualTo(list(row.expected()));
    }

    private static void anUpdateAddsNoDefault() {
        PodFacts pod = podWith(toleration("testKey Eq=testValue1 :NS"));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.updateOf(pod, pod, Provenance.OWNED),
                aNamespace().giving(toleration("testKey Eq=testValue2 :NS")).build(),
                new NamespaceAnnotations(),
                new MemoryPressure());

        assertThat(outcome.isRefused()).isFalse();
        assertThat(outcome.tolerations()).isEqualTo(pod.tolerations());
    }
}
