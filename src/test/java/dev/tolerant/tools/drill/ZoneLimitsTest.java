package dev.tolerant.tools.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the node lifecycle controller does where many nodes fail. */
class ZoneLimitsTest {
    private final List<Node> nodes = new ArrayList<>();

    private void zone(String zone, int count, Taint... taints) {
        for (int i = 0; i < count; i++) {
            String name = zone + i;
            nodes.add(new Node(name, Map.of("topology.kubernetes.io/zone", zone), List.of(taints)));
        }
    }

    private List<String> notes(String... failing) {
        return new ZoneLimits(nodes, List.of(failing)).notes();
    }

    @Test
    void oneNodeOfManyNeedsNoNote() {
        zone("a", 3);
        assertThat(notes("a0")).isEmpty();
    }

    @Test
    void severalNodesAreTaintedOneAfterTheOther() {
        zone("a", 9);
        assertThat(notes("a0", "a1", "a2")).singleElement().asString().contains("up to 20s later");
    }

    @Test
    void aClusterThatFailsAsAWholeEvictsNobody() {
        zone("a", 1);
        zone("b", 1, NodeTaints.UNREACHABLE);
        assertThat(notes("a0")).singleElement().asString().contains("in truth no pod leaves");
    }

    @Test
    void aZoneThatFailsAsAWholeIsEvictedWhileAnotherOneIsWell() {
        zone("a", 2);
        zone("b", 1);
        assertThat(notes("a0", "a1")).singleElement().asString().contains("up to 10s later");
    }

    @Test
    void aSmallZoneOfWhichMoreThanHalfFailsIsNotEvicted() {
        zone("a", 5);
        assertThat(notes("a0", "a1", "a2")).singleElement().asString().startsWith("3 of the 5 nodes of zone a fail");
    }

    @Test
    void aLargeZoneOfWhichMoreThanHalfFailsIsEvictedSlowly() {
        zone("a", 60);
        String[] failing = nodes.subList(0, 40).stream().map(Node::name).toArray(String[]::new);
        assertThat(notes(failing)).singleElement().asString().contains("one every 100s");
    }

    @Test
    void nodesThatAreExcludedDoNotCount() {
        zone("a", 1);
        nodes.add(new Node("spare", Map.of("node.kubernetes.io/exclude-disruption", ""), List.of()));
        assertThat(notes("a0")).singleElement().asString().startsWith("All nodes");
    }
}
