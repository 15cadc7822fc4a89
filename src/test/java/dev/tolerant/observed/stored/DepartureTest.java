package dev.tolerant.observed.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.ShortToleration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a change of tolerations changes when a pod leaves. */
class DepartureTest {
    private static final Taint DOWN = Taint.of("down", Effect.NO_EXECUTE);
    private static final Taint POOL = Taint.of("pool", Effect.NO_EXECUTE);

    @Test
    void otherSecondsForATaintThatIsThereChangeIt() {
        assertThat(changes(List.of("down Ex :NX @300"), List.of("down Ex :NX @60"), DOWN))
                .isTrue();
        assertThat(changes(List.of("down Ex :NX @300"), List.of("down Ex :NX"), DOWN))
                .isTrue();
        assertThat(changes(List.of(), List.of("down Ex :NX @60"), DOWN)).isTrue();
    }

    @Test
    void otherSecondsForATaintThatIsNotThereDoNot() {
        assertThat(changes(List.of("down Ex :NX @300"), List.of("down Ex :NX @60")))
                .isFalse();
        assertThat(changes(
                        List.of("down Ex :NX @300"), List.of("down Ex :NX @60"), Taint.of("down", Effect.NO_SCHEDULE)))
                .isFalse();
    }

    @Test
    void aTaintThatThePodToleratesForGoodDoesNotMatter() {
        assertThat(changes(
                        List.of("pool Ex :NX", "down Ex :NX @300"),
                        List.of("pool Ex :NX", "down Ex :NX @60", "pool Ex :NX @60"),
                        POOL))
                .isFalse();
    }

    /** Evicted at 60 for one taint either way, but the other taint may go first. */
    @Test
    void eachTaintCountsAlone() {
        assertThat(changes(
                        List.of("pool Ex :NX @60", "down Ex :NX @300"),
                        List.of("pool Ex :NX @60", "down Ex :NX @90"),
                        POOL,
                        DOWN))
                .isTrue();
    }

    private static boolean changes(List<String> before, List<String> after, Taint... taints) {
        return StoredPodJudge.leavesOtherwise(
                read(before), read(after), new Node("n", Map.of(), Arrays.asList(taints)));
    }

    private static List<Toleration> read(List<String> texts) {
        return texts.stream().map(ShortToleration::toleration).toList();
    }
}
