package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ShortResources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** QoS classes that Kubernetes' own tests do not cover, and which names are extended resources. */
class ResourcesTest {
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

        assertThat(pod.resources().areBestEffort()).isEqualTo(expected.equals("BEST_EFFORT"));
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

        assertThat(pod.resources().areBestEffort()).isEqualTo(expected.equals("BEST_EFFORT"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia.com/gpu", "a/b", "k8s.io/x", "example.com/Device_1.x"})
    void anExtendedResource(String name) {
        assertThat(ResourceNames.isExtended(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cpu",
                "hugepages-2Mi",
                "kubernetes.io/x",
                "foo.kubernetes.io/x",
                "mykubernetes.io/x",
                "requests.nvidia.com/gpu",
                "Nvidia.com/gpu",
                "a/b/c",
                "/x",
                "x/",
                "deviceclass.resource.kubernetes.io/foo"
            })
    void noExtendedResource(String name) {
        assertThat(ResourceNames.isExtended(name)).isFalse();
    }

    @Test
    void aDomainLeavesRoomForTheQuotasPrefix() {
        assertThat(ResourceNames.isExtended("a".repeat(244) + "/x")).isTrue();
        assertThat(ResourceNames.isExtended("a".repeat(245) + "/x")).isFalse();
    }
}
