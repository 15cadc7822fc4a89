package dev.tolerant.tools.drill;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.objects.CpuAndMemory;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.tools.drill.DrillAnswer.Closing;
import dev.tolerant.tools.drill.DrillAnswer.DrilledNode;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.DrilledWorkload;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.Taker;
import dev.tolerant.tools.drill.TaintHistory.Eviction;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import dev.tolerant.tools.drill.ZoneLimits.Zone;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a drill for programs; all seconds count from now.
 *
 * @param zones those of the nodes, where these stop answering; else empty
 * @param pods those on the nodes, the first to leave first
 * @param items workloads with pods on the nodes
 * @param closed workloads and DaemonSets that do not come back to the nodes; absent without --taint
 * @param notes assumptions of the answer
 * @param enforced the outcome with tolerant.mode=enforce; absent unless the webhook only audits
 */
public record DrillDocument(
        Assumed scenario,
        Summary summary,
        List<Zone> zones,
        List<Node> nodes,
        List<Pod> pods,
        List<Workload> items,
        @Nullable Closed closed,
        List<String> notes,
        @Nullable Enforced enforced) {

    /** @param items the workloads whose new pods are made, or go, otherwise */
    private record Enforced(Summary summary, List<Workload> items) {}

    public static DrillDocument of(DrillAnswer answer) {
        DrillReport report = new DrillReport(answer);
        return new DrillDocument(
                Assumed.of(answer.scenario()),
                Summary.of(answer),
                answer.nodes().stream()
                        .map(DrilledNode::zone)
                        .filter(Objects::nonNull)
                        .distinct()
                        .toList(),
                answer.nodes().stream()
                        .map(node -> Node.of(node, report, answer.now()))
                        .toList(),
                answer.pods().stream().map(Pod::of).toList(),
                workloads(answer.workloads()),
                answer.scenario().taints().isEmpty() ? null : Closed.of(answer.closing()),
                report.notes(),
                answer.enforced() == null
                        ? null
                        : new Enforced(Summary.of(answer.enforced()), workloads(answer.otherwise())));
    }

    private static List<Workload> workloads(List<DrilledWorkload> workloads) {
        return workloads.stream().map(Workload::of).toList();
    }

    /**
     * @param daemonSets DaemonSets that select the nodes, and do not tolerate the taints
     * @param workloads workloads with pods that stay there, which get no new ones there
     */
    private record Closed(List<ClosedAgent> daemonSets, List<Maker> workloads) {
        static Closed of(Closing closing) {
            return new Closed(
                    closing.agents().stream()
                            .map(agent -> new ClosedAgent(
                                    agent.daemonSet().namespace(),
                                    agent.daemonSet().name(),
                                    agent.vital(),
                                    List.copyOf(agent.closedNodes()),
                                    List.copyOf(agent.left())))
                            .toList(),
                    closing.workloads().stream().map(Maker::of).toList());
        }
    }

    /**
     * @param vital true if nodes need it
     * @param left those of the nodes that run a pod of it
     */
    private record ClosedAgent(String namespace, String name, boolean vital, List<String> nodes, List<String> left) {}

    private record Maker(String namespace, String kind, String name) {
        static Maker of(PodOwner owner) {
            return new Maker(owner.namespace(), owner.kind(), owner.name());
        }
    }

    /**
     * @param cause unreachable, taint or deleted
     * @param afterSeconds from the last sign of the nodes to their taint
     * @param taints those of --taint
     */
    private record Assumed(String cause, long afterSeconds, List<Taint> taints) {
        static Assumed of(Scenario scenario) {
            return new Assumed(
                    scenario.deleted() ? "deleted" : scenario.fails() ? "unreachable" : "taint",
                    scenario.grace().getSeconds(),
                    scenario.taints());
        }
    }

    /**
     * @param workloadsLost until fixed manually
     * @param workloadsLooping whose new pods are evicted again and again, until fixed manually
     * @param finishedPodsDeleted which have finished, and are deleted too
     * @param requested by the pods that leave
     * @param free by requests, where new ones may go; null if it is not known
     */
    private record Summary(
            long workloadsLost,
            long workloadsLooping,
            long workloadsLosingAll,
            long workloadsWithNowhereToGo,
            long podsLeaving,
            long podsStaying,
            long finishedPodsDeleted,
            Amount requested,
            @JsonInclude @Nullable Amount free) {
        static Summary of(DrillAnswer answer) {
            return new Summary(
                    answer.those(DrilledWorkload::isLost).size(),
                    answer.those(DrilledWorkload::loops).size(),
                    answer.those(DrilledWorkload::losesAll).size(),
                    answer.those(workload -> workload.replacement().goesNowhere())
                            .size(),
                    answer.leaving(),
                    answer.pods().size() - answer.leaving(),
                    answer.finished(),
                    Amount.of(answer.room().requested()),
                    answer.room().free() == null
                            ? null
                            : Amount.of(answer.room().free()));
        }
    }

    /**
     * @param cpu cores
     * @param memory bytes
     */
    private record Amount(BigDecimal cpu, long memory) {
        static Amount of(CpuAndMemory amount) {
            return new Amount(amount.cpu(), amount.memory().longValue());
        }
    }

    /**
     * @param zone absent unless it stops answering
     * @param silentAfterSeconds null while it answers
     * @param taints those with effect NoExecute have times
     */
    private record Node(
            String name,
            @Nullable String zone,
            @JsonInclude @Nullable Long silentAfterSeconds,
            List<ComingTaint> taints) {
        static Node of(DrilledNode node, DrillReport report, Instant now) {
            Instant silent = node.silentSince();
            return new Node(
                    node.node().name(),
                    node.zone() == null ? null : node.zone().name(),
                    silent == null ? null : (Long) Span.seconds(silent, now),
                    node.history().taints().stream()
                            .map(taint -> new ComingTaint(
                                    taint, taint.effect() == Effect.NO_EXECUTE ? report.comes(node, taint) : null))
                            .toList());
        }
    }

    /**
     * @param afterSeconds at the earliest
     * @param bySeconds at the latest
     */
    private record ComingTaint(
            @JsonUnwrapped Taint taint,
            @Nullable Long afterSeconds,
            @Nullable Long bySeconds) {
        ComingTaint(Taint taint, @Nullable Span when) {
            this(taint, earliest(when), latest(when));
        }
    }

    /**
     * @param outcome evicted, terminating (until the kubelet comes back), force-deleted (without it), stays or
     *     already-terminating
     * @param leavesAfterSeconds at the earliest; null for never
     * @param leavesBySeconds at the latest; null for never
     * @param downAfterSeconds until it serves no more; null for never
     * @param taint the one that evicts it; absent if it stays or its node is deleted
     * @param tolerationIndex of the toleration that delays it
     * @param toleration as in the API
     * @param because the reason in words
     */
    private record Pod(
            String namespace,
            String name,
            String node,
            String workload,
            String outcome,
            @JsonInclude @Nullable Long leavesAfterSeconds,
            @JsonInclude @Nullable Long leavesBySeconds,
            @JsonInclude @Nullable Long downAfterSeconds,
            @Nullable Taint taint,
            @Nullable Integer tolerationIndex,
            @Nullable JsonNode toleration,
            String because) {
        static Pod of(DrilledPod pod) {
            Eviction eviction = pod.eviction();
            int index = eviction == null ? -1 : eviction.toleration();
            return new Pod(
                    pod.pod().object().namespace(),
                    pod.pod().object().name(),
                    pod.pod().stored().node(),
                    pod.pod().owner().title(),
                    pod.state().code(),
                    earliest(pod.leavesIn()),
                    latest(pod.leavesIn()),
                    pod.downAfter(),
                    eviction == null ? null : eviction.taint(),
                    index < 0 ? null : index,
                    index < 0 ? null : pod.pod().object().manifest().object().at("/spec/tolerations/" + index),
                    pod.why());
        }
    }

    /**
     * @param leaving pods that leave the nodes
     * @param elsewhere on other nodes, which answer
     * @param onFailedNodes on other nodes, which have failed already
     * @param losesAll true if at some time none of its pods serves
     * @param lost true if that lasts until it is fixed manually
     * @param loops true if its new pods are evicted again and again, until fixed manually
     * @param downAfterSeconds until its last pod on the nodes serves no more; null for never
     */
    private record Workload(
            @JsonUnwrapped Maker maker,
            int replicas,
            int onNodes,
            long leaving,
            long elsewhere,
            long onFailedNodes,
            boolean losesAll,
            boolean lost,
            boolean loops,
            @JsonInclude @Nullable Long downAfterSeconds,
            NewPod replacement) {
        static Workload of(DrilledWorkload workload) {
            return new Workload(
                    Maker.of(workload.owner()),
                    workload.replicas(),
                    workload.pods().size(),
                    workload.leaving(),
                    workload.elsewhere(),
                    workload.earlier().size(),
                    workload.losesAll(),
                    workload.isLost(),
                    workload.loops(),
                    workload.downAfter(),
                    NewPod.of(workload.replacement(), workload.replacedIn()));
        }
    }

    /**
     * @param outcome made, nowhere (to go), returns (to nodes that evict it again), hangs (on nodes that do not answer),
     *     refused, after-deletion (of the old pod), not-made, of-the-node, none-leaves or unknown
     * @param afterSeconds until the first new pod is made, at the earliest; absent if none is
     * @param bySeconds at the latest
     * @param nodes where it may go; absent if that was not asked
     * @param obstacles the number of other nodes that each keeps it off; absent as nodes
     * @param takers nodes of the drill, and nodes that do not answer, that take it; absent if none does
     * @param proviso when or for what a pod is made; absent if one is in any case
     * @param message why it is refused, or cannot be judged
     */
    private record NewPod(
            String outcome,
            @Nullable Long afterSeconds,
            @Nullable Long bySeconds,
            @Nullable List<String> nodes,
            @Nullable Map<String, Integer> obstacles,
            @Nullable List<Taker> takers,
            @Nullable String proviso,
            @Nullable String message) {
        static NewPod of(Replacement replacement, @Nullable Span when) {
            Map<String, Integer> obstacles = replacement.obstacles();
            Span made = switch (replacement.outcome()) {
                case MADE, NOWHERE, RETURNS, HANGS, REFUSED, UNKNOWN -> when;
                case AFTER_DELETION, NOT_MADE, OF_THE_NODE, NONE_LEAVES -> null;
            };
            return new NewPod(
                    replacement.outcome().code(),
                    earliest(made),
                    latest(made),
                    obstacles == null ? null : replacement.nodes(),
                    obstacles,
                    replacement.takers().isEmpty() ? null : replacement.takers(),
                    replacement.proviso().isEmpty()
                            ? null
                            : replacement.proviso().replaceFirst(", $", ""),
                    replacement.problem().isEmpty() ? null : replacement.problem());
        }
    }

    private static @Nullable Long earliest(@Nullable Span span) {
        return span == null ? null : (Long) span.earliest();
    }

    private static @Nullable Long latest(@Nullable Span span) {
        return span == null ? null : (Long) span.latest();
    }
}
