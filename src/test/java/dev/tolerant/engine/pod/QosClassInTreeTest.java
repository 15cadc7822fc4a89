package dev.tolerant.engine.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of ComputePodQOS. */
class QosClassInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("quality-of-service.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPodIsBestEffortWhereKubernetesComputesThatClass(InTreeCase row) {
        PodFacts pod = PodFixture.aPod()
                .using(Stream.of(row.cell("containers"), row.cell("init"))
                        .flatMap(text -> ShortResources.list(text).stream())
                        .toList())
                .asAWholeUsing(row.cell("pod").isEmpty() ? null : ShortResources.resources(row.cell("pod")))
                .build();

        boolean bestEffort = pod.isBestEffort();

        assertThat(bestEffort).isEqualTo(row.cell("class").equals("BEST_EFFORT"));
    }
}
