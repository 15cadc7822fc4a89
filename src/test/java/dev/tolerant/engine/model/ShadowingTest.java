package dev.tolerant.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.promise.ManyTrials;
import dev.tolerant.promise.RandomWorld;
import java.util.List;
import java.util.stream.Stream;

/** The meaning of shadowing: the first toleration tolerates every taint that the second one does. */
class ShadowingTest {
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
