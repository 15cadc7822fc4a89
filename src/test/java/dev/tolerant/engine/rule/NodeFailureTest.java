package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodFixture.aPod;
import static dev.tolerant.testing.PodFixture.podWith;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long pods stay on failed nodes: new entries, and new seconds for the API server's entries. */
class NodeFailureTest {
    private static final PodFacts BARE = podWith(toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));
    private static final PodFacts OWN =
            podWith(toleration("foo Ex :NS"), toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NONE   | NR Ex :NX @300, UN Ex :NX @300
                    PROVEN | NR Ex :NX @60, UN Ex :NX @90
                    LIKELY | NR Ex :NX @60, UN Ex :NX @90
                    """)
    void provenEntriesAreRewrittenUnlessNothingMayBe(SecondsOverride reach, String expected) {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(BARE, Provenance.UNOWNED), reach, rule("60", "90"));

        assertThat(outcome.tolerations()).isEqualTo(list(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NONE   | foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300
                    PROVEN | foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300
                    LIKELY | foo Ex :NS, NR Ex :NX @60, UN Ex :NX @90
                    """)
    void likelyEntriesAreRewrittenOnlyWhereTheOperatorSaysSo(SecondsOverride reach, String expected) {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(OWN, Provenance.OWNED), reach, rule("60", "90"));

        assertThat(outcome.tolerations()).isEqualTo(list(expected));
    }

    @ParameterizedTest
    @CsvSource({"NONE", "PROVEN", "LIKELY"})
    void theAuthorsEntriesAreNeverRewritten(SecondsOverride reach) {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(BARE, Provenance.OWNED), reach, rule("60", "90"));

        assertThat(outcome.decision().changes()).isEmpty();
        assertThat(outcome.steps()).containsExactly("node-failure already-covered", "node-failure already-covered");
    }

    @Test
    void whatItDoesNotReachIsSaid() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(OWN, Provenance.OWNED), SecondsOverride.PROVEN, rule("60", "300"));

        assertThat(outcome.sentences("node-failure").get(0))
                .isEqualTo("leaves toleration 1 (node.kubernetes.io/not-ready:NoExecute op=Exists for 300s), which came"
                        + " from the API server, probably, as it is: override is proven");
        assertThat(outcome.steps())
                .containsExactly(
                        "node-failure left-alone", "node-failure already-covered", "node-failure already-covered");
    }

    @Test
    void neverTakesTheSecondsAway() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(BARE, Provenance.UNOWNED), SecondsOverride.PROVEN, rule("never", "0"));

        assertThat(outcome.secondsSet()).containsExactly("0: never", "1: 0");
        assertThat(outcome.sentences("node-failure"))
                .first()
                .asString()
                .startsWith("sets tolerationSeconds of toleration 0 to never instead of 300 (")
                .endsWith(", from the API server)");
    }

    @Test
    void theSameSecondsNeedNoChange() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(BARE, Provenance.UNOWNED), SecondsOverride.PROVEN, rule("300", "300"));

        assertThat(outcome.decision().changes()).isEmpty();
    }

    @Test
    void theRewrittenPodIsLeftAsItIs() {
        DecidedPod first = DecidedPod.of(
                ReviewFixture.creationOf(BARE, Provenance.UNOWNED), SecondsOverride.PROVEN, rule("60", "300"));

        DecidedPod again = DecidedPod.of(
                ReviewFixture.creationOf(
                        PodFixture.aPod().tolerating(first.tolerations()).build(), Provenance.UNOWNED),
                rule("60", "300"));

        assertThat(again.decision().changes()).isEmpty();
    }

    @Test
    void aPodWithoutEitherIsGivenBoth() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod().build()), SecondsOverride.NONE, rule("60", "never"));

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60, UN Ex :NX"));
        assertThat(outcome.steps()).containsExactly("node-failure added", "node-failure added");
    }

    @Test
    void anotherPluginsEntryForTheTaintGivesItsSecondsToTheInjectedOne() {
        PodFacts pod =
                podWith(toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"), toleration("NR Ex :ANY @20"));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod, Provenance.UNOWNED), SecondsOverride.PROVEN, rule("60", "90"));

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @20, UN Ex :NX @90, NR Ex :ANY @20"));
    }

    @Test
    void anotherPluginsEntryThatTheRuleWouldGiveAnywayIsNoOther() {
        PodFacts pod = podWith(toleration("NR Ex :NX @300"), toleration("NR Ex :NX @60"));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod, Provenance.UNOWNED), SecondsOverride.PROVEN, rule("60", "90"));

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60, NR Ex :NX @60, UN Ex :NX @90"));
    }

    private static NodeFailure rule(String notReady, String unreachable) {
        return new NodeFailure(TolerationSeconds.parse(notReady), TolerationSeconds.parse(unreachable));
    }

    private static DecidedPod completed(String tolerations, SecondsOverride override, int unreachable) {
        NodeFailure rule = new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(unreachable));
        return DecidedPod.of(
                ReviewFixture.creationOf(aPod().tolerating(list(tolerations)).build(), Provenance.OWNED),
                override,
                rule);
    }

    @Test
    void anAuthorsNotReadyEntryThatARuleCompletesToAPairGetsItsSecondsInTheFirstAnswer() {
        DecidedPod outcome = completed("foo Ex :NS, NR Ex :NX @300", SecondsOverride.LIKELY, 300);

        assertThat(outcome.tolerations()).isEqualTo(list("foo Ex :NS, NR Ex :NX @60, UN Ex :NX @300"));
        assertThat(outcome.decision().tolerations().get(1).origin()).isEqualTo(Origin.LIKELY);
    }

    @ParameterizedTest
    @CsvSource({
        // The pair is the whole list, so the author wrote one of them.
        "NR Ex :NX @300, LIKELY, 300, 'NR Ex :NX @300, UN Ex :NX @300'",
        // Other seconds than the API server's complete no pair.
        "'foo Ex :NS, NR Ex :NX @300', LIKELY, 200, 'foo Ex :NS, NR Ex :NX @300, UN Ex :NX @200'",
        "'foo Ex :NS, NR Ex :NX @299', LIKELY, 300, 'foo Ex :NS, NR Ex :NX @299, UN Ex :NX @300'",
        // An earlier entry would have kept the API server from appending.
        "'NR Eq=x :NX, NR Ex :NX @300', LIKELY, 300, 'NR Eq=x :NX, NR Ex :NX @300, UN Ex :NX @300'",
        // The entry before the appended one is another.
        "'NR Ex :NX @300, foo Ex :NS', LIKELY, 300, 'NR Ex :NX @300, foo Ex :NS, UN Ex :NX @300'",
        // The setting does not reach what is only likely injected.
        "'foo Ex :NS, NR Ex :NX @300', PROVEN, 300, 'foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300'",
        "'foo Ex :NS, NR Ex :NX @300', NONE, 300, 'foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300'",
        "'', LIKELY, 300, 'NR Ex :NX @60, UN Ex :NX @300'",
    })
    void anythingElseThatIsCompletedStaysTheAuthors(
            String tolerations, SecondsOverride override, int unreachable, String result) {
        assertThat(completed(tolerations, override, unreachable).tolerations()).isEqualTo(list(result));
    }
}
