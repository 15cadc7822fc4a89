package dev.tolerant.engine.words;

import static dev.tolerant.testing.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ShortResources;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who wrote each toleration: what managedFields prove, what places in an owned list make likely, and what a DaemonSet's controller gives. */
class OriginsTest {
    private static final DefaultTolerationSeconds DEFAULTS = DefaultTolerationSeconds.of(300, 300);
    private static final DefaultTolerationSeconds OTHER_UNREACHABLE = DefaultTolerationSeconds.of(300, 240);
    private static final Resources GPU = ShortResources.resources("nvidia.com/gpu=1 dev-ek=0");
    private static final Resources CPU = ShortResources.resources("cpu=1");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # the pair at the tail is likely injected
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300              | AUTHOR LIKELY LIKELY
                    foo Ex :NS, bar Ex :NS, NR Ex :NX @300, UN Ex :NX @300  | AUTHOR AUTHOR LIKELY LIKELY
                    NR Ex :NS, NR Ex :NX @300, UN Ex :NX @300               | AUTHOR LIKELY LIKELY
                    NR Ex :NX @300, foo Ex :NS, UN Ex :NX @300              | AUTHOR AUTHOR LIKELY
                    # a pair that is all, or half, or elsewhere is the author's
                    NR Ex :NX @300, UN Ex :NX @300                          | AUTHOR AUTHOR
                    NR Ex :NX @300                                          | AUTHOR
                    UN Ex :NX @300                                          | AUTHOR
                    NR Ex :NX @300, UN Ex :NX @300, foo Ex :NS              | AUTHOR AUTHOR AUTHOR
                    foo Ex :NS, NR Ex :NX @60, UN Ex :NX @60                | AUTHOR AUTHOR AUTHOR
                    foo Ex :NS, NR Ex :NX @300                              | AUTHOR AUTHOR
                    foo Ex :NS, UN Ex :NX @300                              | AUTHOR AUTHOR
                    # one alone is likely where the author's entry suppressed the other
                    NR Ex :NX @60, UN Ex :NX @300                           | AUTHOR LIKELY
                    NR Eq=x :NX, UN Ex :NX @300                             | AUTHOR LIKELY
                    UN Ex :NX @60, NR Ex :NX @300                           | AUTHOR LIKELY
                    UN Ex :ANY, foo Ex :NS, NR Ex :NX @300                  | AUTHOR AUTHOR LIKELY
                    NR Ex :NX @300, NR Ex :NX @300, UN Ex :NX @300          | AUTHOR AUTHOR LIKELY
                    # in the wrong order only not-ready can be injected
                    # The API server would have appended not-ready after an author's unreachable, so not-ready is likely.
                    UN Ex :NX @300, NR Ex :NX @300                          | AUTHOR LIKELY
                    foo Ex :NS, UN Ex :NX @300, NR Ex :NX @300              | AUTHOR AUTHOR LIKELY
                    NR Ex :NX @5, UN Ex :NX @300, NR Ex :NX @300            | AUTHOR AUTHOR AUTHOR
                    # what would have been suppressed is the author's
                    * Ex :NX, NR Ex :NX @300, UN Ex :NX @300                | AUTHOR AUTHOR AUTHOR
                    * Ex :ANY @5, NR Ex :NX @300, UN Ex :NX @300            | AUTHOR AUTHOR AUTHOR
                    UN Gt=5 :NX, NR Ex :NX @300, UN Ex :NX @300             | AUTHOR AUTHOR AUTHOR
                    UN Ex :NX @5, UN Ex :NX @300, foo Ex :NS                | AUTHOR AUTHOR AUTHOR
                    NR Ex :NX @5, UN Ex :NX @5, UN Ex :NX @300              | AUTHOR AUTHOR AUTHOR
                    * Ex :NX, UN Ex :NX @300                                | AUTHOR AUTHOR
                    * Ex :NX, NR Ex :NX @300                                | AUTHOR AUTHOR
                    * Ex :NS, NR Ex :NX @300, UN Ex :NX @300                | AUTHOR LIKELY LIKELY
                    """)
    void thePlacesOfThePairTellWhoseItIs(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod(), tolerations)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, nvidia.com/gpu Ex :NS                | AUTHOR LIKELY LIKELY AUTHOR
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, dev-ek Ex :NS, nvidia.com/gpu Ex :NS | AUTHOR LIKELY LIKELY AUTHOR AUTHOR
                    NR Ex :NX @300, UN Ex :NX @300, nvidia.com/gpu Ex :NS                            | AUTHOR AUTHOR AUTHOR
                    nvidia.com/gpu Ex :NS, NR Ex :NX @300, UN Ex :NX @300                            | AUTHOR LIKELY LIKELY
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, amd.com/gpu Ex :NS                   | AUTHOR UNCLEAR UNCLEAR AUTHOR
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, nvidia.com/gpu Ex :ANY               | AUTHOR UNCLEAR UNCLEAR AUTHOR
                    nvidia.com/gpu Ex :NS                                                            | AUTHOR
                    """)
    void trailingEntriesForTheDevicesThatThePodAsksForDoNotCount(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod().using(GPU), tolerations)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, box Ex :NS              | box Ex :NS | AUTHOR LIKELY LIKELY RUNTIME_CLASS
                    NR Ex :NX @600, UN Ex :NX @300, box Ex :NS                          | box Ex :NS | AUTHOR LIKELY RUNTIME_CLASS
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, box Ex :NS              | box Ex :ANY | AUTHOR UNCLEAR UNCLEAR AUTHOR
                    # nothing may be left of what the author sent
                    NR Ex :NX @300, UN Ex :NX @300, box Ex :NS                          | box Ex :NS | LIKELY LIKELY RUNTIME_CLASS
                    foo Ex :NS, UN Ex :NX @300, NR Ex :NX                               | NR Ex :NX  | AUTHOR LIKELY RUNTIME_CLASS
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX                               | UN Ex :NX  | AUTHOR LIKELY RUNTIME_CLASS
                    NR Ex :NX @300, UN Ex :NX @300                                      | box Ex :NS | AUTHOR AUTHOR
                    """)
    void whatLaterPluginsMergedIntoTheListDoesNotHideThePair(String tolerations, String merged, String expected) {
        PodFacts pod = PodFixture.aPod().tolerating(list(tolerations)).build();

        assertThat(names(new PodPlugins(pod, DEFAULTS, null, list(merged), Set.of()), Provenance.OWNED))
                .isEqualTo(expected);
    }

    /** A client that applies may have sent an empty list, which its manager owns then. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @300, UN Ex :NX @300                          | LIKELY LIKELY
                    NR Ex :NX @300, UN Ex :NX @300, nvidia.com/gpu Ex :NS   | LIKELY LIKELY AUTHOR
                    NR Ex :NX @300, UN Ex :NX @300, foo Ex :NS              | AUTHOR AUTHOR AUTHOR
                    NR Ex :NX @60, UN Ex :NX @60                            | AUTHOR AUTHOR
                    """)
    void aWholeListThatIsAppliedMayHaveBeenEmpty(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod().using(GPU).tolerating(list(tolerations)), Provenance.APPLIED, DEFAULTS))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, MP Ex :NS    | cpu   | AUTHOR LIKELY LIKELY AUTHOR
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, MP Ex :NS    | empty | AUTHOR UNCLEAR UNCLEAR AUTHOR
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300, MP Eq= :NS   | cpu   | AUTHOR UNCLEAR UNCLEAR AUTHOR
                    NR Ex :NX @60, UN Ex :NX @300, MP Ex :NS                 | cpu   | AUTHOR LIKELY AUTHOR
                    MP Ex :NS                                                | cpu   | AUTHOR
                    """)
    void aTrailingMemoryPressureDoesNotCountUnlessThePodIsBestEffort(String tolerations, String uses, String expected) {
        assertThat(origins(PodFixture.aPod().using(uses.equals("cpu") ? CPU : Resources.NONE), tolerations))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Ex :NS, NR Ex :NX @30, UN Ex :NX @20   | AUTHOR LIKELY LIKELY
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300 | AUTHOR AUTHOR AUTHOR
                    """)
    void theSecondsAreThoseOfTheApiServersFlags(String tolerations, String expected) {
        assertThat(origins(
                        PodFixture.aPod().tolerating(list(tolerations)),
                        Provenance.OWNED,
                        DefaultTolerationSeconds.of(30, 20)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @300, UN Ex :NX @240                  | PROVEN PROVEN
                    UN Ex :NX @240, foo Ex :NS, NR Ex :NX @300      | PROVEN OTHER_PLUGIN PROVEN
                    NR Ex :NX @240, UN Ex :NX @300                  | OTHER_PLUGIN OTHER_PLUGIN
                    NR Ex :NX @300, NR Ex :NX @300                  | PROVEN PROVEN
                    NR Ex :NS, NR Eq= :NX @300, NR Ex :NX, * Ex :NX | OTHER_PLUGIN OTHER_PLUGIN OTHER_PLUGIN OTHER_PLUGIN
                    """)
    void whatNobodyOwnsIsTheApiServersIfItHasItsShape(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod().tolerating(list(tolerations)), Provenance.UNOWNED, OTHER_UNREACHABLE))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @300, UN Ex :NX @240             | AUTHOR AUTHOR
                    foo Ex :NS, NR Ex :NX @300, UN Ex :NX @240 | AUTHOR AUTHOR AUTHOR
                    """)
    void withoutReadableManagedFieldsTheAuthorWroteEverything(String tolerations, String expected) {
        assertThat(origins(PodFixture.aPod().tolerating(list(tolerations)), Provenance.UNREADABLE, OTHER_UNREACHABLE))
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

        assertThat(origins(pod, Provenance.OWNED, OTHER_UNREACHABLE)).isEqualTo(expected);
        assertThat(origins(pod, Provenance.UNREADABLE, OTHER_UNREACHABLE)).isEqualTo(expected);
    }

    @Test
    void onTheHostNetworkNetworkUnavailableIsTheControllersToo() {
        PodFixture pod =
                PodFixture.aPod().controlledBy("DaemonSet").onHostNetwork().tolerating(list("NU Ex :NS, NU Ex :NX"));

        assertThat(origins(pod, Provenance.OWNED, OTHER_UNREACHABLE)).isEqualTo("CONTROLLER AUTHOR");
    }

    private static String origins(PodFixture fixture, String tolerations) {
        return origins(fixture.tolerating(list(tolerations)), Provenance.OWNED, DEFAULTS);
    }

    private static String origins(PodFixture fixture, Provenance provenance, DefaultTolerationSeconds defaults) {
        return names(PodPlugins.alone(fixture.build(), defaults), provenance);
    }

    private static String names(PodPlugins plugins, Provenance provenance) {
        return Origins.of(plugins, provenance).stream().map(Enum::name).collect(Collectors.joining(" "));
    }
}
