package dev.tolerant.engine.words;

import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.taint;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.ShortToleration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a toleration tolerates, which of several comes first, and which hides another. */
class TolerationTest {
    private static final int TRIALS = 500;
    private static final List<Taint> TAINTS = Stream.of(
                    "foo:NS",
                    "foo=bar:NS",
                    "foo=baz:NX",
                    "foo=4:NS",
                    "foo=6:NX",
                    "faz:PN",
                    "faz=bar:NX",
                    "NR:NX",
                    "UN:NX")
            .map(ShortToleration::taint)
            .toList();

    @Test
    void aTaintWithoutValueIsToleratedByExists() {
        assertThat(Toleration.of(taint("NR:NX"), TolerationSeconds.of(60))).isEqualTo(toleration("NR Ex :NX @60"));
    }

    @Test
    void aTaintWithAValueIsToleratedByEqual() {
        assertThat(Toleration.of(taint("pool=ml:NS"), TolerationSeconds.NEVER)).isEqualTo(toleration("pool Eq=ml :NS"));
    }

    @Test
    void onlyTheSecondsAreChanged() {
        assertThat(toleration("foo Eq=bar :NX").withSeconds(TolerationSeconds.of(7)))
                .isEqualTo(toleration("foo Eq=bar :NX @7"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a Eq=x :NS       | b Eq=x :NS
                    a Eq=x :NS       | a Eq=y :NS
                    a -=x :NS        | a Eq=x :NS
                    a Eq=x :ANY      | a Eq=x :NS
                    a Eq=x :NX @-1   | a Eq=x :NX @0
                    a Eq=x :NX @9    | a Eq=x :NX
                    """)
    void twoTolerationsThatDifferHaveAnOrder(String first, String second) {
        Toleration one = toleration(first);
        Toleration other = toleration(second);

        assertThat(one).isLessThan(other).isEqualByComparingTo(toleration(first));
        assertThat(other).isGreaterThan(one);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Eq=bar :NX @1 | foo Eq=bar :NX    | true  | true
                    foo Eq=bar :NX    | foo -=bar :NX     | true  | false
                    foo - :NX         | foo Eq= :NX       | true  | false
                    foo - :NX         | foo Ex :NX        | false | false
                    foo Eq=bar :NX    | faz Eq=bar :NX    | false | false
                    foo Eq=bar :NX    | foo Eq=baz :NX    | false | false
                    foo Eq=bar :NX    | foo Eq=bar :ANY   | false | false
                    foo Lt=5 :NS      | foo Gt=5 :NS      | false | false
                    """)
    void theSameEntryIsEqualToTheLetterButForItsSeconds(String one, String other, boolean matches, boolean same) {
        assertThat(toleration(one).matches(toleration(other))).isEqualTo(matches);
        assertThat(toleration(other).matches(toleration(one))).isEqualTo(matches);
        assertThat(toleration(one).isSameEntryAs(toleration(other))).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Ex :NX @5     | foo Ex :NX        | true
                    * Ex :ANY         | foo Gt=5 :NS      | true
                    foo Ex :NS        | foo Lt=5 :NS      | true
                    foo -=bar :NS     | foo Eq=bar :NS    | true
                    foo Eq=bar :ANY   | foo -=bar :NS     | true
                    foo Gt=5 :NS      | foo Gt=5 :NS      | true
                    foo Gt=5 :NS      | foo Gt=6 :NS      | false
                    foo Gt=5 :NS      | foo Eq=6 :NS      | false
                    foo Eq=bar :NS    | foo Ex :NS        | false
                    foo Ex :NS        | foo Ex :ANY       | false
                    * - :ANY          | foo - :ANY        | false
                    * - :ANY          | * - :ANY          | true
                    foo Ex :NS        | faz Ex :NS        | false
                    """)
    void anEntryIsShadowedByOneThatToleratesAllThatItDoes(String one, String other, boolean shadows) {
        assertThat(toleration(one).shadows(toleration(other))).isEqualTo(shadows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @300    | NR Ex :NX @300    | true
                    NR Ex :NX @300    | NR Ex :NX @301    | false
                    NR Ex :NX @300    | NR Ex :NX         | false
                    NR Ex :NX         | NR Ex :NX @9      | true
                    NR Ex :ANY @5     | NR Ex :NX         | true
                    NR Ex :NX         | UN Ex :NX         | false
                    """)
    void aWhitelistLooksAtSecondsWhereItsEntrySaysNoExecute(String entry, String other, boolean covers) {
        assertThat(toleration(entry).covers(toleration(other))).isEqualTo(covers);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Eq=bar :NS    | foo=bar:NoSchedule
                    foo -=bar :NS     | foo=bar:NoSchedule
                    foo Ex :NX @60    | foo:NoExecute op=Exists for 60s
                    foo Ex :ANY       | foo op=Exists
                    foo - :PN         | foo:PreferNoSchedule op=Equal
                    foo Gt=5 :NS      | foo 5:NoSchedule op=Gt
                    * Ex :NS          | :NoSchedule op=Exists
                    * Ex :ANY         | op=Exists
                    """)
    void aTolerationIsWrittenAsKubectlDescribesIt(String toleration, String text) {
        assertThat(toleration(toleration)).hasToString(text);
    }

    @Test
    void theFirstMatchInListOrderIsFound() {
        assertThat(Toleration.firstOf(list("foo Ex :NX, NR Ex :NX @5, * Ex :ANY"), taint("NR:NX")))
                .isEqualTo(1);
        assertThat(Toleration.firstOf(list("* Ex :ANY, NR Ex :NX @5"), taint("NR:NX")))
                .isZero();
    }

    @Test
    void withoutAMatchThereIsNoFirst() {
        assertThat(Toleration.firstOf(list("NR Ex :NS, UN Ex :NX"), taint("NR:NX")))
                .isEqualTo(-1);
        assertThat(Toleration.firstOf(list(""), taint("NR:NX"))).isEqualTo(-1);
    }

    @Test
    void aTaintIsWrittenAsKubectlTakesIt() {
        assertThat(taint("dedicated=ml:NS")).hasToString("dedicated=ml:NoSchedule");
        assertThat(Taint.of("dedicated", Effect.PREFER_NO_SCHEDULE)).hasToString("dedicated:PreferNoSchedule");
    }

    @ManyTrials
    void theShadowingEntryToleratesEveryTaintOfTheShadowed(long seed) {
        RandomWorld world = new RandomWorld(seed);
        int shadowings = 0;

        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> both = world.tolerations("two-tolerations");
            Toleration first = both.get(0);
            Toleration second = both.get(1);
            if (!first.shadows(second)) {
                continue;
            }
            shadowings++;

            assertThat(TAINTS)
                    .as("seed %d, %s before %s", seed, first, second)
                    .allMatch(taint -> EvictionTime.of(both, List.of(taint))
                            .equals(EvictionTime.of(List.of(first), List.of(taint))))
                    .noneMatch(taint -> Toleration.firstOf(both, taint) == 1);
        }
        assertThat(shadowings).isPositive();
    }
}
