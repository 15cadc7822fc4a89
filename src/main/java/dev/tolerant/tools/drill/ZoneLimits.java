package dev.tolerant.tools.drill;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rate at which the node lifecycle controller puts NoExecute taints on silent nodes, with its default settings
 * (node_lifecycle_controller.go, ComputeZoneState and handleDisruption). It counts the nodes of each zone that are not ready.
 */
final class ZoneLimits {
    static final String ASSUMED =
            "The control plane, with its default settings, puts NoExecute on one node every 10s in each"
                    + " zone; where more than 2 nodes and at least 55% of a zone are not ready, on none of a zone of up to 50 nodes and"
                    + " on one every 100s of a larger one; and on none while no node of the cluster is ready.";

    static final Set<Taint> FAILURES = Set.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE);

    private static final long SECONDS_A_NODE = 10;
    private static final long SECONDS_A_NODE_DISRUPTED = 100;
    private static final int LARGE_ZONE = 50;
    private static final int FEW_FAILED = 2;
    private static final float UNHEALTHY = 0.55f;

    private final Map<String, Zone> zones = new TreeMap<>();
    private final long grace;

    enum State implements Coded {
        NORMAL,
        PARTIALLY_DISRUPTED,
        DOWN,
        /** It and all other zones are down. */
        ALL_DOWN
    }

    /** Seconds from now, between which something happens. */
    public record Span(long earliest, long latest) {
        static final Span NONE = new Span(0, 0);
        static final Span NEVER = new Span(Long.MAX_VALUE, Long.MAX_VALUE);

        static Span until(Instant first, Instant last, Instant now) {
            return new Span(seconds(first, now), seconds(last, now));
        }

        /** Seconds from now; 0 for what is past. */
        static long seconds(Instant at, Instant now) {
            return Math.max(0, Duration.between(now, at).getSeconds());
        }

        Span first(Span other) {
            return new Span(Math.min(earliest, other.earliest), Math.min(latest, other.latest));
        }

        Span plus(Span other) {
            return new Span(earliest + other.earliest, latest + other.latest);
        }

        String text() {
            if (equals(NEVER)) {
                return "never";
            }
            return earliest == latest ? text(latest) : text(earliest) + " to " + text(latest);
        }

        /** {@code +50s}, {@code +5m50s}, {@code +2h}: what is zero is left out. */
        static String text(long seconds) {
            return "+" + Duration.ofSeconds(seconds).toString().substring(2).toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A zone once the nodes of a drill have failed.
     *
     * @param name region and zone; empty if its nodes name neither
     * @param nodes the number of nodes that count
     * @param state normal, partially-disrupted, down, or all-down with all others
     * @param secondsBetweenTaints from one node's NoExecute to the next one's; null if none gets it
     * @param taints of the nodes that wait for NoExecute; null for never
     */
    public record Zone(
            String name,
            int nodes,
            int notReady,
            State state,
            @JsonInclude @Nullable Long secondsBetweenTaints,
            @JsonIgnore @Nullable Span taints) {

        /** True if none of its nodes gets NoExecute although some are ready. */
        boolean holdsBack() {
            return secondsBetweenTaints == null && notReady < nodes;
        }
    }

    /** Those that stop answering are {@code silent}, by name. */
    ZoneLimits(Collection<Node> nodes, Set<String> silent, long grace) {
        this.grace = grace;
        Predicate<Node> fails = node -> hasFailed(node) || silent.contains(node.name());
        Map<String, List<Node>> byZone = nodes.stream().collect(Collectors.groupingBy(ZoneLimits::nameOf));
        boolean wereDown = counted(nodes).stream().allMatch(ZoneLimits::hasFailed);
        boolean areDown = counted(nodes).stream().allMatch(fails);
        byZone.forEach((name, own) -> {
            List<Node> counted = counted(own);
            State before = state(counted, ZoneLimits::hasFailed, wereDown);
            State after = state(counted, fails, areDown);
            long pace = pace(after, counted.size());
            boolean held = pace(before, counted.size()) == 0;
            boolean more = own.stream().anyMatch(node -> silent.contains(node.name()) && !hasFailed(node));
            boolean waiting = own.stream().anyMatch(node -> hasFailed(node) && !isTainted(node));
            long queue =
                    own.stream().filter(fails).filter(node -> !isTainted(node)).count();
            // A limiter that has let none pass starts empty (RateLimitedTimedQueue.SwapLimiter).
            long start = held ? pace : 0;
            Span taints = pace == 0 || queue == 0
                    ? null
                    : new Span(
                            start + (more && (held || !waiting) ? grace : 0),
                            start + (more ? grace : 0) + (queue - 1) * pace);
            int failed = (int) counted.stream().filter(fails).count();
            zones.put(name, new Zone(name, counted.size(), failed, after, pace == 0 ? null : (Long) pace, taints));
        });
    }

    private static String nameOf(Node node) {
        String region = node.labels().getOrDefault("topology.kubernetes.io/region", "");
        return (region.isEmpty() ? "" : region + "/") + node.labels().getOrDefault("topology.kubernetes.io/zone", "");
    }

    private static List<Node> counted(Collection<Node> nodes) {
        return nodes.stream()
                .filter(node -> !node.labels().containsKey("node.kubernetes.io/exclude-disruption"))
                .toList();
    }

    private static State state(List<Node> counted, Predicate<Node> fails, boolean allDown) {
        long failed = counted.stream().filter(fails).count();
        if (failed > 0 && failed == counted.size()) {
            return allDown ? State.ALL_DOWN : State.DOWN;
        }
        return failed > FEW_FAILED && (float) failed / counted.size() >= UNHEALTHY
                ? State.PARTIALLY_DISRUPTED
                : State.NORMAL;
    }

    private static long pace(State state, int nodes) {
        return switch (state) {
            case NORMAL, DOWN -> SECONDS_A_NODE;
            case PARTIALLY_DISRUPTED -> nodes > LARGE_ZONE ? SECONDS_A_NODE_DISRUPTED : 0;
            case ALL_DOWN -> 0;
        };
    }

    Zone of(Node node) {
        return Objects.requireNonNull(zones.get(nameOf(node)));
    }

    /** For a node of the drill that has no NoExecute taint of a failure, the time until it gets it; null for never. */
    @Nullable
    Span taintsOf(Node node) {
        Span taints = of(node).taints();
        return taints == null || hasFailed(node)
                ? taints
                : new Span(Math.max(grace, taints.earliest()), taints.latest());
    }

    /** True for a node that the control plane counts as not ready. */
    static boolean hasFailed(Node node) {
        return node.taints().stream().anyMatch(taint -> NodeTaints.isOfFailure(taint.key()));
    }

    /** True for a node that has NoExecute because it has failed. */
    static boolean isTainted(Node node) {
        return node.taints().stream().anyMatch(FAILURES::contains);
    }
}
