package dev.tolerant.tools.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import dev.tolerant.tools.drill.ZoneLimits.Zone;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How fast the node lifecycle controller puts NoExecute on nodes where many fail. */
class ZoneLimitsTest {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final Taint CLOSED = Taint.of("node.kubernetes.io/unreachable", Effect.NO_SCHEDULE);

    private final List<Node> nodes = new ArrayList<>();
    private final Set<String> silent = new HashSet<>();

    private void add(String zone, int count, Map<String, String> more, Taint... taints) {
        for (int i = 0; i < count; i++) {
            Map<String, String> labels = new TreeMap<>(more);
            if (!zone.isEmpty()) {
                labels.put(ZONE, zone);
            }
            nodes.add(new Node("n" + nodes.size(), labels, List.of(taints)));
        }
    }

    /** Nodes that fail in the drill, and others that go on. */
    private void zone(String zone, int failing, int well) {
        int first = nodes.size();
        add(zone, failing, Map.of());
        nodes.subList(first, nodes.size()).forEach(node -> silent.add(node.name()));
        add(zone, well, Map.of());
    }

    private ZoneLimits limits() {
        return new ZoneLimits(nodes, silent, 50);
    }

    private Zone zoneOf(int node) {
        return limits().of(nodes.get(node));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource({
        "1, 3, NORMAL, 10, 50, 50",
        "2, 3, NORMAL, 10, 50, 60",
        "3, 3, DOWN, 10, 50, 70",
        "3, 4, PARTIALLY_DISRUPTED, , ,",
        "3, 5, PARTIALLY_DISRUPTED, , ,",
        "3, 6, NORMAL, 10, 50, 70",
        "10, 20, NORMAL, 10, 50, 140",
        "11, 20, PARTIALLY_DISRUPTED, , ,",
        "27, 50, NORMAL, 10, 50, 310",
        "28, 50, PARTIALLY_DISRUPTED, , ,",
        "28, 51, NORMAL, 10, 50, 320",
        "29, 51, PARTIALLY_DISRUPTED, 100, 50, 2850",
        "51, 51, DOWN, 10, 50, 550",
    })
    void aZoneBesideAnotherThatIsWell(
            int failing, int all, ZoneLimits.State state, Long pace, Long earliest, Long latest) {
        zone("a", failing, all - failing);
        zone("b", 0, 1);

        Span taints = earliest == null ? null : new Span(earliest, latest);
        assertThat(zoneOf(0)).isEqualTo(new Zone("a", all, failing, state, pace, taints));
    }

    @Test
    void whereAllZonesAreDownNobodyGetsNoExecute() {
        zone("a", 1, 0);
        add("b", 1, Map.of(), NodeTaints.UNREACHABLE);

        assertThat(zoneOf(0)).isEqualTo(new Zone("a", 1, 1, ZoneLimits.State.ALL_DOWN, null, null));
        assertThat(limits().taintsOf(nodes.get(0))).isNull();
    }

    @Test
    void nodesWithoutRegionAndZoneAreOneZone() {
        zone("", 3, 0);

        assertThat(zoneOf(0).name()).isEmpty();
        assertThat(zoneOf(0).state()).isEqualTo(ZoneLimits.State.ALL_DOWN);
    }

    @Test
    void aZoneIsThatOfItsRegion() {
        zone("a", 2, 0);
        add("a", 2, Map.of("topology.kubernetes.io/region", "eu"));

        assertThat(zoneOf(0).state()).isEqualTo(ZoneLimits.State.DOWN);
        assertThat(zoneOf(2).name()).isEqualTo("eu/a");
        assertThat(zoneOf(2).state()).isEqualTo(ZoneLimits.State.NORMAL);
    }

    @Test
    void nodesThatAreExcludedDoNotCountButWaitAsTheOthers() {
        zone("a", 2, 3);
        add("a", 2, Map.of("node.kubernetes.io/exclude-disruption", ""));
        silent.add("n5");

        assertThat(zoneOf(0)).isEqualTo(new Zone("a", 5, 2, ZoneLimits.State.NORMAL, 10L, new Span(50, 70)));
        assertThat(limits().taintsOf(nodes.get(5))).isEqualTo(new Span(50, 70));

        silent.addAll(Set.of("n2", "n3", "n4"));
        assertThat(zoneOf(0).state()).isEqualTo(ZoneLimits.State.ALL_DOWN);
    }

    @Test
    void nodesThatHaveFailedBeforeCountButDoNotWaitOnceTheyAreTainted() {
        add("a", 2, Map.of(), NodeTaints.NOT_READY);
        zone("a", 1, 4);
        assertThat(zoneOf(2)).isEqualTo(new Zone("a", 7, 3, ZoneLimits.State.NORMAL, 10L, new Span(50, 50)));

        silent.add("n3");
        assertThat(zoneOf(2)).isEqualTo(new Zone("a", 7, 4, ZoneLimits.State.PARTIALLY_DISRUPTED, null, null));
    }

    @Test
    void nodesThatWereHeldWaitWithTheRestForAnEmptyLimiter() {
        add("a", 3, Map.of(), CLOSED);
        zone("a", 1, 0);
        zone("b", 0, 1);

        assertThat(zoneOf(0)).isEqualTo(new Zone("a", 4, 4, ZoneLimits.State.DOWN, 10L, new Span(60, 90)));
    }

    @Test
    void aNodeThatIsJustFailingWaitsForNobodyElse() {
        add("a", 1, Map.of(), CLOSED);
        zone("a", 1, 3);

        assertThat(limits().taintsOf(nodes.get(0))).isEqualTo(new Span(0, 60));
        assertThat(limits().taintsOf(nodes.get(1))).isEqualTo(new Span(50, 60));
    }
}
