package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeTaints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the node lifecycle controller holds its NoExecute taints back where many nodes fail, with its default settings
 * (node_lifecycle_controller.go, ComputeZoneState and handleDisruption).
 */
final class ZoneLimits {
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String EXCLUDED = "node.kubernetes.io/exclude-disruption";
    private static final int SECONDS_A_NODE = 10;
    private static final int SECONDS_A_NODE_DISRUPTED = 100;
    private static final int LARGE_ZONE = 50;
    private static final int MIN_FAILED = 3;
    private static final double UNHEALTHY = 0.55;

    private final Map<String, List<Node>> zones;
    private final Set<String> failing;

    /** @param failing the names of the nodes that fail */
    ZoneLimits(Collection<Node> nodes, Collection<String> failing) {
        this.failing = new HashSet<>(failing);
        this.zones = nodes.stream()
                .filter(node -> !node.labels().containsKey(EXCLUDED))
                .collect(Collectors.groupingBy(ZoneLimits::zone, TreeMap::new, Collectors.toList()));
    }

    private static String zone(Node node) {
        String region = node.labels().getOrDefault(REGION, "");
        String zone = node.labels().getOrDefault(ZONE, "");
        return region.isEmpty() || zone.isEmpty() ? region + zone : region + "/" + zone;
    }

    /** What the reader of a drill in which the times do not count it has to know. */
    List<String> notes() {
        boolean all = !zones.isEmpty()
                && zones.values().stream().flatMap(List::stream).allMatch(this::hasFailed);
        if (all) {
            return List.of(
                    "All nodes of the cluster fail then, and the control plane taints none of them with NoExecute"
                            + " until one comes back: in truth no pod leaves.");
        }
        List<String> notes = new ArrayList<>();
        zones.forEach((zone, nodes) -> {
            long drilled =
                    nodes.stream().filter(node -> failing.contains(node.name())).count();
            long failed = nodes.stream().filter(this::hasFailed).count();
            boolean partly = failed >= MIN_FAILED && failed < nodes.size() && failed >= UNHEALTHY * nodes.size();
            String name = zone.isEmpty() ? "the cluster, which has no zones," : "zone " + zone;
            String many = failed + " of the " + nodes.size() + " nodes of " + name + " fail then: ";
            if (drilled > 0 && partly && nodes.size() <= LARGE_ZONE) {
                notes.add(
                        many + "the control plane taints none of them with NoExecute until more come back, so in truth"
                                + " no pod leaves.");
            } else if (drilled > 0 && partly) {
                notes.add(many + "the control plane taints one every " + SECONDS_A_NODE_DISRUPTED
                        + "s, so pods leave later than said.");
            } else if (drilled > 1) {
                notes.add(many + "the control plane taints one every " + SECONDS_A_NODE
                        + "s, so pods of the last leave up to " + (drilled - 1) * SECONDS_A_NODE
                        + "s later than said.");
            }
        });
        return notes;
    }

    private boolean hasFailed(Node node) {
        return failing.contains(node.name())
                || node.taints().stream().anyMatch(taint -> NodeTaints.isOfFailure(taint.key()));
    }
}
