package dev.tolerant.observed.explain;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.taints.TaintRules;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.observed.taints.TaintRules.TaintOutcome;
import dev.tolerant.text.Report;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes on which a pod may run, by all that the API says of nodes: taints, cordon, {@code spec.nodeName}, node
 * selector, required node affinity and that of bound volumes; room and other pods do not count.
 *
 * @param os that the pod names; empty if it names none
 * @param node that the pod's author has named, so that no scheduler is asked; empty if there is none
 * @param mirror true for the mirror of a static pod, which runs whatever taints its node has
 * @param volumes those bound to the pod that not every node can use
 */
public record Placement(
        TaintRules rules, NodeDemands demands, String os, String node, boolean mirror, List<PlacedVolume> volumes) {
    public static Placement of(PodFacts pod, TaintRules rules) {
        return new Placement(rules, NodeDemands.of(pod), pod.os(), pod.nodeName(), pod.mirror(), List.of());
    }

    /** Of a pod of the cluster as it is, wherever it runs. */
    public static Placement of(PodFacts stored, ControlPlane controlPlane) {
        return of(stored, TaintRules.of(stored.tolerations(), stored.tolerations(), controlPlane));
    }

    Placement with(Map<String, String> labels) {
        Map<String, String> all = new HashMap<>(demands.selector());
        all.putAll(labels);
        return new Placement(
                rules, new NodeDemands(all, demands.terms(), demands.requires()), os, node, mirror, volumes);
    }

    public Placement with(List<PlacedVolume> bound) {
        return new Placement(rules, demands, os, node, mirror, bound);
    }

    /** Null if the pod may run on the node. */
    public @Nullable Obstacle obstacle(Node at) {
        return obstacle(at, this::untolerated);
    }

    /** @param untolerated {@link #untolerated}, or what remembers its answers */
    @Nullable
    Obstacle obstacle(Node at, Function<List<Taint>, List<Taint>> untolerated) {
        if (!node.isEmpty() && !node.equals(at.name())) {
            return Obstacle.of("spec.nodeName " + node);
        }
        if (!demands.admit(at)) {
            return Obstacle.of("node selector or affinity");
        }
        for (PlacedVolume volume : volumes) {
            if (!volume.nodes().admit(at)) {
                return Obstacle.of("the node affinity of PersistentVolume " + volume.name());
            }
        }
        List<Taint> closing = untolerated.apply(at.taints());
        if (!node.isEmpty()) {
            // The kubelet asks a pod that names its node, unless it is static, only this of taints
            // (pkg/kubelet/lifecycle, predicate.go).
            closing = closing.stream()
                    .filter(taint -> !mirror && taint.effect() == Effect.NO_EXECUTE)
                    .toList();
        }
        if (!closing.isEmpty()) {
            return Obstacle.of(closing);
        }
        // The scheduler does not look at spec.os, and the kubelet refuses the pod (pkg/kubelet/lifecycle/predicate.go).
        String own = at.labels().getOrDefault("kubernetes.io/os", "");
        return os.isEmpty() || own.isEmpty() || own.equals(os)
                ? null
                : Obstacle.of("the kubelet, whose system is " + own);
    }

    /** The taints because of which the scheduler does not put the pod on a node. */
    List<Taint> untolerated(List<Taint> taints) {
        return taints.stream()
                .filter(taint -> !rules.outcome(taint).schedulable())
                .toList();
    }

    public NodeOutcome outcome(Node at) {
        List<TaintOutcome> taints = at.taints().stream().map(rules::outcome).toList();
        EvictionTime eviction =
                taints.stream().map(TaintOutcome::eviction).reduce(EvictionTime.NEVER, EvictionTime::orSooner);
        Obstacle obstacle = obstacle(at);
        return new NodeOutcome(at.name(), obstacle == null, eviction, obstacle, taints);
    }

    List<NodeOutcome> outcomes(List<Node> nodes) {
        return nodes.stream().map(this::outcome).toList();
    }

    /**
     * @param text the first reason why a pod may not run on a node
     * @param taints those that it does not tolerate, if that is the reason; {@code spec.unschedulable} counts as its taint
     */
    public record Obstacle(@JsonValue String text, List<Taint> taints) {
        private static Obstacle of(String text) {
            return new Obstacle(text, List.of());
        }

        private static Obstacle of(List<Taint> untolerated) {
            return new Obstacle(
                    untolerated.stream()
                            .map(taint -> taint.equals(NodeTaints.UNSCHEDULABLE) ? "cordon" : "taint " + taint)
                            .collect(Collectors.joining(" and ")),
                    untolerated);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The effect of a node on a pod.
     *
     * @param schedulable by taints, cordon, spec.nodeName, node selector and required node affinity
     * @param eviction 0 for at once, null for never
     * @param obstacle the first reason why the pod may not run there, such as cordon
     * @param taints the outcome of each of its taints, of which the earliest eviction counts
     */
    public record NodeOutcome(
            String name,
            boolean schedulable,
            @JsonProperty("evictedAfterSeconds") EvictionTime eviction,
            @Nullable Obstacle obstacle,
            @JsonIgnore List<TaintOutcome> taints) {
        private static final int FEW = 3;

        /** The number of open nodes, their first names, and what closes the others. */
        static String summary(List<NodeOutcome> nodes) {
            List<String> open = nodes.stream()
                    .filter(NodeOutcome::schedulable)
                    .map(NodeOutcome::name)
                    .toList();
            Map<String, Integer> closed = new LinkedHashMap<>();
            nodes.stream()
                    .filter(node -> !node.schedulable())
                    .forEach(node -> closed.merge(String.valueOf(node.obstacle()), 1, Integer::sum));
            List<Map.Entry<String, Integer>> reasons = closed.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                    .toList();
            String first = reasons.stream()
                    .limit(FEW)
                    .map(reason -> reason.getValue() + " closed by " + reason.getKey())
                    .collect(Collectors.joining(", "));
            int others =
                    reasons.stream().skip(FEW).mapToInt(Map.Entry::getValue).sum();
            return open.size() + " of " + nodes.size()
                    + (open.isEmpty() ? "" : " (" + OneLine.first(FEW, open) + ")")
                    + (first.isEmpty() ? "" : "; " + first)
                    + (others == 0 ? "" : " and " + Report.counted(others, "other"));
        }

        public String sentence() {
            String lacking = obstacle == null || obstacle.taints().isEmpty()
                    ? ""
                    : obstacle.taints().stream()
                            .map(taint -> Toleration.exactly(taint).toString())
                            .collect(Collectors.joining(" and ", ", lacks ", ""));
            String scheduled =
                    obstacle == null ? "may be scheduled, " : "not scheduled (" + obstacle + ")" + lacking + "; ";
            if (eviction.never()) {
                return scheduled + (obstacle == null ? "stays" : "stays if it runs there");
            }
            return scheduled + "evicted " + eviction.words();
        }
    }

    /** Nodes in the order of their names, and on which of them a pod may run. */
    public static final class Places {
        private final List<Node> nodes;
        /** Many nodes have the same taints, of which each list is looked at once for the same tolerations. */
        private final Map<TaintRules, Map<List<Taint>, List<Taint>>> untolerated = new HashMap<>();

        public Places(Collection<Node> nodes) {
            this.nodes = nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
        }

        /** Of failed nodes, and those that nodes have now. */
        public List<Taint> evictingTaints() {
            Set<Taint> taints = new LinkedHashSet<>(List.of(NodeTaints.NOT_READY, NodeTaints.UNREACHABLE));
            nodes.forEach(node -> node.taints().stream()
                    .filter(taint -> taint.effect() == Effect.NO_EXECUTE)
                    .forEach(taints::add));
            return List.copyOf(taints);
        }

        public int count() {
            return nodes.size();
        }

        public List<String> names() {
            return nodes.stream().map(Node::name).toList();
        }

        /** @param some nodes by their numbers in the order */
        public List<String> names(BitSet some) {
            return some.stream().mapToObj(number -> nodes.get(number).name()).toList();
        }

        /** For each node, in their order; null where the pod may run. */
        public List<@Nullable Obstacle> obstacles(Placement pod) {
            Map<List<Taint>, List<Taint>> known = untolerated.computeIfAbsent(pod.rules(), any -> new HashMap<>());
            return nodes.stream()
                    .map(node -> pod.obstacle(node, taints -> known.computeIfAbsent(taints, pod::untolerated)))
                    .toList();
        }

        /** The numbers of the nodes on which the pod may run. */
        public BitSet open(Placement pod) {
            BitSet open = new BitSet(nodes.size());
            List<@Nullable Obstacle> obstacles = obstacles(pod);
            for (int number = 0; number < obstacles.size(); number++) {
                open.set(number, obstacles.get(number) == null);
            }
            return open;
        }
    }

    public record PlacedVolume(String name, NodeDemands nodes) {}

    public record NodeDemands(
            Map<String, String> selector, List<NodeAffinity.NodeSelectorTerm> terms, boolean requires) {
        public static NodeDemands of(PodFacts pod) {
            NodeAffinity affinity = pod.nodeAffinity();
            return new NodeDemands(
                    pod.nodeSelector(), affinity.terms(), affinity.depth() == NodeAffinity.Depth.REQUIRED);
        }

        /** True for a node that has all labels of the selector and meets one of the terms (k8s.io/component-helpers, nodeaffinity). */
        public boolean admit(Node node) {
            return new LabelSelector(selector, List.of()).matches(node.labels())
                    && (!requires || terms.stream().anyMatch(term -> isMet(term, node)));
        }

        private static boolean isMet(NodeAffinity.NodeSelectorTerm term, Node node) {
            Map<String, String> fields = Map.of("metadata.name", node.name());
            return !term.isEmpty()
                    && term.matchExpressions().stream().allMatch(each -> each.matches(node.labels()))
                    && term.matchFields().stream().allMatch(each -> each.matches(fields));
        }
    }
}
