package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.plain;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Rule.SwitchedOff;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Updates: a pod loses no toleration and no seconds, and gets nothing new. */
class RestorationTest {
    private static final Rule[] RULES = {
        new NamespaceAnnotations(),
        new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(60)),
        new MemoryPressure()
    };

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # Missing entries are restored after the present ones, in the stored order.
                    a Ex :NS, b Ex :NS, c Ex :NS   | b Ex :NS                       | b Ex :NS, a Ex :NS, c Ex :NS
                    a Ex :NX @5                    |                                | a Ex :NX @5
                    a Ex :NS, a Ex :NS             | a Ex :NS                       | a Ex :NS
                    # A user's change of seconds stays.
                    a Ex :NX @5                    | a Ex :NX @6                    | a Ex :NX @6
                    a Ex :NX @5                    | a Ex :NX                       | a Ex :NX
                    # The API compares literally, so an entry that only means the same is a different one.
                    a - :NS                        | a Eq= :NS                      | a Eq= :NS, a - :NS
                    a Eq=x :NS                     | a -=x :NS                      | a -=x :NS, a Eq=x :NS
                    # The user's order stays.
                    a Ex :NS, b Ex :NS             | b Ex :NS, a Ex :NS             | b Ex :NS, a Ex :NS
                    a Ex :NS                       | a Ex :NS, b Ex :NS             | a Ex :NS, b Ex :NS
                    """)
    void whatIsMissingComesBack(String stored, String updated, String expected) {
        DecidedPod outcome = update(stored, updated, Provenance.OWNED);

        assertThat(outcome.tolerations()).isEqualTo(list(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @60, UN Ex :NX @90   | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX @60, UN Ex :NX @90
                    NR Ex :NX, UN Ex :NX @300      | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX, UN Ex :NX @300
                    NR Ex :NX @60, UN Ex :NX @60, a Ex :NS | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX @60, UN Ex :NX @60, a Ex :NS
                    # In the stored pod, another entry decided for the taint.
                    * Ex :NX @7                    | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX @7, UN Ex :NX @7, * Ex :NX @7
                    a Ex :NX, UN Ex :ANY           | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX @300, UN Ex :NX, a Ex :NX, UN Ex :ANY
                    NR Eq= :NX @8, UN Eq= :NX @9   | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX @8, UN Ex :NX @9, NR Eq= :NX @8, UN Eq= :NX @9
                    # The stored pod has the same entry twice, and the first decides.
                    a Ex :NS, UN Ex :NX, UN Ex :NX @300 | UN Ex :NX, UN Ex :NX @300, a Ex :NS | UN Ex :NX, UN Ex :NX @300, a Ex :NS
                    UN Ex :NX, UN Ex :NX @300      | UN Ex :NX @300                 | UN Ex :NX
                    UN Ex :NX, UN Ex :NX @300      | UN Ex :NX @300, UN Ex :NX      | UN Ex :NX, UN Ex :NX
                    # The stored pod tolerated neither taint.
                    a Ex :NS                       | NR Ex :NX @300, UN Ex :NX @300 | NR Ex :NX @300, UN Ex :NX @300, a Ex :NS
                    """)
    void whatTheApiServerInjectsAgainGetsItsStoredSecondsBack(String stored, String updated, String expected) {
        DecidedPod outcome = update(stored, updated, Provenance.UNOWNED);

        assertThat(outcome.tolerations()).isEqualTo(list(expected));
    }

    @Test
    void likelyInjectedEntriesGetTheirStoredSecondsBackToo() {
        DecidedPod outcome = update(
                "a Ex :NS, NR Ex :NX @60, UN Ex :NX @60", "a Ex :NS, NR Ex :NX @300, UN Ex :NX @300", Provenance.OWNED);

        assertThat(outcome.secondsSet()).containsExactly("1: 60", "2: 60");
        assertThat(outcome.steps()).containsExactly("update seconds-set", "update seconds-set");
    }

    @Test
    void whatOnlyLooksInjectedIsTheAuthors() {
        DecidedPod outcome =
                update("NR Ex :NX @60, UN Ex :NX @60", "NR Ex :NX @300, UN Ex :NX @300", Provenance.UNREADABLE);

        assertThat(outcome.decision().changes()).isEmpty();
    }

    @Test
    void aRestoredEntryIsTakenFromTheStoredPodAndSaidSo() {
        DecidedPod outcome = update("a Ex :NS, b Ex :NS", "a Ex :NS", Provenance.OWNED);

        assertThat(outcome.decision().changes()).containsExactly(new Step.Restored(1, toleration("b Ex :NS")));
        assertThat(outcome.sentences("update"))
                .containsExactly(
                        "restores b:NoSchedule op=Exists, which the update drops: the API does not allow a pod's"
                                + " tolerations to be removed");
    }

    @Test
    void anUpdateAddsNothingNew() {
        DecidedPod outcome = update("a Ex :NS", "a Ex :NS", Provenance.OWNED);

        assertThat(outcome.decision().changes()).isEmpty();
        assertThat(outcome.decision().verdict()).isEqualTo(Decision.Verdict.UNCHANGED);
    }

    @Test
    void anUpdateThatNeedsNothingHasAReason() {
        DecidedPod outcome = update("a Ex :NS", "a Ex :NS", Provenance.OWNED);

        assertThat(outcome.decision().steps()).isNotEmpty();
    }

    @Test
    void itHappensAlsoWithEveryRuleOff() {
        Review review = ReviewFixture.updateOf(pod("a Ex :NS"), pod(""), Provenance.UNOWNED);

        DecidedPod outcome = DecidedPod.of(review, new SwitchedOff(RuleId.NODE_FAILURE));

        assertThat(outcome.tolerations()).isEqualTo(list("a Ex :NS"));
    }

    private static DecidedPod update(String stored, String updated, Provenance provenance) {
        return DecidedPod.of(
                ReviewFixture.updateOf(pod(stored), pod(updated == null ? "" : updated), provenance), plain(), RULES);
    }

    private static PodFacts pod(String tolerations) {
        return PodFixture.aPod().tolerating(list(tolerations)).build();
    }
}
