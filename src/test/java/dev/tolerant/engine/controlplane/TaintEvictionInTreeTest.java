package dev.tolerant.engine.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.toleration.ShortToleration;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the taint-eviction controller's tests: when a pod is evicted. */
class TaintEvictionInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("taint-eviction.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPodIsEvictedWhenTheControllerEvictsIt(InTreeCase row) {
        List<Toleration> tolerations = ShortToleration.list(row.cell("tolerations"));
        List<Taint> taints = Stream.of(row.cell("taints").split(", ", -1))
                .map(ShortToleration::taint)
                .toList();

        EvictionTime time = EvictionTime.of(tolerations, taints);

        assertThat(time.never() ? "never" : String.valueOf(time.afterSeconds())).isEqualTo(row.cell("evicted"));
    }
}
