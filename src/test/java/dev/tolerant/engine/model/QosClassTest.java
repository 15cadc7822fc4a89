package dev.tolerant.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** QoS classes that Kubernetes' own tests do not cover. */
class QosClassTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    empty / cpu=1                                                          | BURSTABLE
                    empty / memory=1Mi                                                     | BURSTABLE
                    memory=1Mi                                                             | BURSTABLE
                    cpu=1 memory=1Mi / cpu=1 memory=2Mi                                    | BURSTABLE
                    cpu=1 memory=1Mi / cpu=1 memory=1Mi; empty                             | BURSTABLE
                    empty / cpu=1 memory=1Mi                                               | BURSTABLE
                    cpu=1 / cpu=1 memory=0                                                 | BURSTABLE
                    memory=1Mi / cpu=0 memory=1Mi                                          | BURSTABLE
                    cpu=0 memory=0 / cpu=0 memory=0                                        | BEST_EFFORT
                    cpu=1 memory=1Mi / cpu=2 memory=1Mi; cpu=2 memory=1Mi / cpu=1 memory=1Mi | GUARANTEED
                    """)
    void sumsOverAllContainersDecide(String containers, String expected) {
        PodFacts pod = PodFixture.aPod().using(ShortResources.list(containers)).build();

        assertThat(pod.isBestEffort()).isEqualTo(expected.equals("BEST_EFFORT"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    empty / hugepages-2Mi=4Mi             | cpu=1                       | BURSTABLE
                    empty / hugepages-2Mi=4Mi             | empty / memory=1Mi          | BURSTABLE
                    empty / hugepages-2Mi=4Mi             | empty; cpu=1                | BURSTABLE
                    cpu=0 / hugepages-2Mi=4Mi             | cpu=1                       | BEST_EFFORT
                    empty / hugepages-2Mi=4Mi             | cpu=0 / cpu=1               | BEST_EFFORT
                    empty / hugepages-2Mi=4Mi             | empty                       | BEST_EFFORT
                    empty                                 | cpu=1                       | BEST_EFFORT
                    empty                                 | cpu=1 / hugepages-2Mi=4Mi   | BURSTABLE
                    hugepages-2Mi=4Mi                     | cpu=1                       | BEST_EFFORT
                    """)
    void aPodWithLimitsOfItsOwnTakesRequestsFromItsContainers(String asAWhole, String containers, String expected) {
        PodFacts pod = PodFixture.aPod()
                .using(ShortResources.list(containers))
                .asAWholeUsing(ShortResources.resources(asAWhole))
                .build();

        assertThat(pod.isBestEffort()).isEqualTo(expected.equals("BEST_EFFORT"));
    }
}
