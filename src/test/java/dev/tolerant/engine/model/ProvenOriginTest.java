package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.model.Review.Provenance;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who wrote each toleration, if managedFields prove it, cannot tell, or the pod is a DaemonSet's. */
class ProvenOriginTest {
    private static final DefaultTolerationSeconds DEFAULTS = DefaultTolerationSeconds.of(300, 240);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @300, UN Ex :NX @240                  | PROVEN PROVEN
                    UN Ex :NX @240, foo Ex :NS, NR Ex :NX @300      | PROVEN OTHER PROVEN
                    NR Ex :NX @240, UN Ex :NX @300                  | OTHER OTHER
                    NR Ex :NX @300, NR Ex :NX @300                  | PROVEN PROVEN
                    NR Ex :NS, NR Eq= :NX @300, NR Ex :NX, * Ex :NX | OTHER OTHER OTHER OTHER
                    """)
    void whatNobodyOwnsIsTheApiServersIfItHasItsShape(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod().tolerating(list(tolerations)), Provenance.UNOWNED))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @300, UN Ex :NX @240             | AUTHOR AUTHOR
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @240 | AUTHOR AUTHOR AUTHOR
                    """)
    void withoutReadableManagedFieldsTheAuthorWroteEverything(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod().tolerating(list(tolerations)), Provenance.UNREADABLE))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX, UN Ex :NX, DP Ex :NS | DaemonSet  | CONTROLLER CONTROLLER CONTROLLER
                    MP Ex :NS, PP Ex :NS, US Ex :NS | DaemonSet  | CONTROLLER CONTROLLER CONTROLLER
                    NR Ex :NS, DP Ex :ANY, NU Ex :NS | DaemonSet  | AUTHOR AUTHOR AUTHOR
                    foo Ex :NS, UN Ex :NX           | DaemonSet  | AUTHOR CONTROLLER
                    NR Eq= :NX, UN Ex :NX @5        | DaemonSet  | AUTHOR AUTHOR
                    NR Ex :NX, UN Ex :NX            | ReplicaSet | AUTHOR AUTHOR
                    NR Ex :NX, UN Ex :NX            |            | AUTHOR AUTHOR
                    """)
    void theDaemonSetControllersOwnEntriesAreKnown(String tolerations, String kind, String expected) {
        PodFixture pod =
                PodFixture.aPod().controlledBy(kind == null ? "" : kind).tolerating(list(tolerations));

        assertThat(origins(pod, Provenance.OWNED)).isEqualTo(expected);
        assertThat(origins(pod, Provenance.UNREADABLE)).isEqualTo(expected);
    }

    @Test
    void onTheHostNetworkNetworkUnavailableIsTheControllersToo() {
        PodFixture pod =
                PodFixture.aPod().controlledBy("DaemonSet").onHostNetwork().tolerating(list("NU Ex :NS, NU Ex :NX"));

        assertThat(origins(pod, Provenance.OWNED)).isEqualTo("CONTROLLER AUTHOR");
    }

    private static String origins(PodFixture fixture, Provenance provenance) {
        PodFacts pod = fixture.build();
        Origins origins = Origins.of(pod, provenance, DEFAULTS);
        List<String> names = IntStream.range(0, pod.tolerations().size())
                .mapToObj(index -> origins.at(index).name())
                .toList();
        return String.join(" ", names);
    }
}
