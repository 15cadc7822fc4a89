package dev.tolerant.observed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.ClusterFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pod requests, and what a node has. */
class CpuAndMemoryTest {

    private static String container(String more) {
        return "{name: c, resources: {requests: {" + more + "}}}";
    }

    private static CpuAndMemory requested(String spec) {
        ClusterObject pod = ClusterFixture.clusterObjects(ClusterFixture.pod("a", "n1", spec))
                .all(ObjectKind.POD)
                .get(0);
        return CpuAndMemory.requestedBy(pod);
    }

    @Test
    void containersAddUpAndAreRoundedForPeople() {
        String both = "containers: [" + container("cpu: 1500m, memory: 1Gi") + ", " + container("cpu: 3, memory: 100M")
                + ", {name: none}]";

        assertThat(requested(both)).hasToString("4.5 cpu and 1.09Gi of memory");
        assertThat(requested("containers: []")).hasToString("0 cpu and 0 of memory");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    cpu: 1.5, memory: 2e3                | 1.5 cpu and 1.95Ki of memory
                    cpu: " 2 ", memory: 0 1Gi            | 2 cpu and 0 of memory
                    cpu: 1, memory: ${ZEROS}1Gi          | 1 cpu and 1Gi of memory
                    cpu: many, memory: 1Ei               | 0 cpu and 1Ei of memory
                    """, quoteCharacter = '`')
    void amountsAreReadAsInAReview(String requests, String sum) {
        String written = requests.replace("${ZEROS}", "0".repeat(99));

        assertThat(requested("containers: [" + container(written) + "]")).hasToString(sum);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    '[%s]'               | cpu: 1  | 2 cpu and 0 of memory
                    '[%s]'               | cpu: 5  | 5 cpu and 0 of memory
                    '[%s, %1$s]'         | cpu: 5  | 5 cpu and 0 of memory
                    """)
    void anInitContainerCountsIfItAsksForMore(String list, String requests, String sum) {
        String init = list.formatted(container(requests));
        assertThat(requested("containers: [" + container("cpu: 2") + "], initContainers: " + init))
                .hasToString(sum);
    }

    @Test
    void aSidecarCountsWithTheContainersAndWithTheInitContainersAfterIt() {
        String sidecar = container("cpu: 1").replace("name: c", "name: s, restartPolicy: Always");
        String main = "containers: [" + container("cpu: 2") + "], initContainers: [";

        assertThat(requested(main + sidecar + "]")).hasToString("3 cpu and 0 of memory");
        assertThat(requested(main + sidecar + ", " + container("cpu: 4") + "]")).hasToString("5 cpu and 0 of memory");
        assertThat(requested(main + container("cpu: 4") + ", " + sidecar + "]")).hasToString("4 cpu and 0 of memory");
    }

    @Test
    void whatThePodRequestsAsAWholeComesInPlaceAndItsOverheadIsAdded() {
        String spec = "containers: [" + container("cpu: 2, memory: 1Gi") + "], resources: {requests: {cpu: 3}},"
                + " overhead: {cpu: 250m, memory: 128Mi}";

        assertThat(requested(spec)).hasToString("3.25 cpu and 1.13Gi of memory");
    }

    @Test
    void aNodeWithoutAllocatableIsUnknown() {
        String node = "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: %s}}";
        assertThat(CpuAndMemory.allocatableOn(ClusterFixture.clusterObjects(node.formatted("{cpu: 4, memory: 8Gi}"))
                        .all(ObjectKind.NODE)
                        .get(0)))
                .hasValueSatisfying(has -> assertThat(has).hasToString("4 cpu and 8Gi of memory"));
        assertThat(CpuAndMemory.allocatableOn(ClusterFixture.clusterObjects(node.formatted("{cpu: 4}"))
                        .all(ObjectKind.NODE)
                        .get(0)))
                .isEmpty();
    }
}
