package dev.tolerant.tools.drill;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.observed.explain.ExplanationDocument.TaintDocument;
import dev.tolerant.observed.objects.CpuAndMemory;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.tools.drill.DrillAnswer.DrilledNode;
import dev.tolerant.tools.drill.DrillAnswer.DrilledPod;
import dev.tolerant.tools.drill.DrillAnswer.DrilledWorkload;
import dev.tolerant.tools.drill.DrillAnswer.Replacement;
import dev.tolerant.tools.drill.DrillAnswer.Taker;
import dev.tolerant.tools.drill.TaintHistory.Eviction;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The answer of a drill for programs; all seconds count from now. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DrillDocument(
        Assumed scenario,
        Summary summary,

        @JsonPropertyDescription("those of the nodes, where these stop answering; else empty")
        List<Zone> zones,

        List<Node> nodes,

        @JsonPropertyDescription("those on the nodes, the first to leave first")
        List<Pod> pods,

        @JsonPropertyDescription("workloads with pods on the nodes")
        List<Workload> items,

        @JsonPropertyDescription("what does not come back to the nodes; absent without --taint") @Nullable
        Closed closed,

        @JsonPropertyDescription("what the answer assumes") List<String> notes,

        @JsonPropertyDescription("what would happen with tolerant.mode=enforce; absent unless the webhook only audits")
        @Nullable
        Enforced enforced) {

    private record Enforced(
            Summary summary,

            @JsonPropertyDescription("the workloads whose new pods are made, or go, otherwise")
            List<Workload> items) {
        static @Nullable Enforced of(DrillAnswer answer) {
            return answer.enforced() == null
                    ? null
                    : new Enforced(
                            Summary.of(answer.enforced()),
                            answer.otherwise().stream().map(Workload::of).toList());
        }
    }

    public static DrillDocument of(DrillAnswer answer) {
        DrillReport report = new DrillReport(answer);
        return new DrillDocument(
                Assumed.of(answer.scenario()),
                Summary.of(answer),
                answer.nodes().stream()
                        .map(DrilledNode::zone)
                        .filter(Objects::nonNull)
                        .distinct()
                        .map(Zone::of)
                        .toList(),
                answer.nodes().stream().map(node -> Node.of(node, report)).toList(),
                answer.pods().stream().map(Pod::of).toList(),
                answer.workloads().stream().map(Workload::of).toList(),
                answer.scenario().taints().isEmpty() ? null : Closed.of(answer.closing()),
                report.notes(),
                Enforced.of(answer));
    }

    private record Closed(
            @JsonPropertyDescription("DaemonSets that select the nodes, and do not tolerate the taints")
            List<ClosedAgent> daemonSets,

            @JsonPropertyDescription("workloads with pods that stay there, which get no new ones there")
            List<ClosedWorkload> workloads) {
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
                    closing.workloads().stream()
                            .map(owner -> new ClosedWorkload(owner.namespace(), owner.kind(), owner.name()))
                            .toList());
        }
    }

    private record ClosedAgent(
            String namespace,
            String name,

            @JsonPropertyDescription("whether nodes need it")
            boolean vital,

            List<String> nodes,

            @JsonPropertyDescription("those of the nodes that run a pod of it")
            List<String> left) {}

    private record ClosedWorkload(String namespace, String kind, String name) {}

    private record Assumed(
            @JsonPropertyDescription("unreachable, taint or deleted")
            String cause,

            @JsonPropertyDescription("from the last sign of the nodes to their taint")
            long afterSeconds,

            @JsonPropertyDescription("those of --taint") List<TaintDocument> taints) {
        static Assumed of(Scenario scenario) {
            return new Assumed(
                    scenario.deleted() ? "deleted" : scenario.fails() ? "unreachable" : "taint",
                    scenario.grace().getSeconds(),
                    scenario.taints().stream().map(TaintDocument::of).toList());
        }
    }

    private record Summary(
            @JsonPropertyDescription("until fixed manually") long workloadsLost,

            @JsonPropertyDescription("whose new pods are evicted again and again, until fixed manually")
            long workloadsLooping,

            long workloadsLosingAll,
            long workloadsWithNowhereToGo,
            long podsLeaving,
            long podsStaying,

            @JsonPropertyDescription("which have finished, and are deleted too")
            long finishedPodsDeleted,

            @JsonPropertyDescription("by the pods that leave")
            Amount requested,

            @JsonPropertyDescription("by requests, where new ones may go; null if it is not known") @Nullable
            Amount free) {
        static Summary of(DrillAnswer answer) {
            return new Summary(
                    answer.workloads().stream().filter(DrilledWorkload::isLost).count(),
                    answer.workloads().stream().filter(DrilledWorkload::loops).count(),
                    answer.workloads().stream()
                            .filter(DrilledWorkload::losesAll)
                            .count(),
                    answer.workloads().stream()
                            .filter(workload -> workload.replacement().goesNowhere())
                            .count(),
                    answer.leaving(),
                    answer.pods().size() - answer.leaving(),
                    answer.finished(),
                    Amount.of(answer.requested()),
                    answer.free() == null ? null : Amount.of(answer.free()));
        }
    }

    private record Amount(
            @JsonPropertyDescription("cores") BigDecimal cpu,
            @JsonPropertyDescription("bytes") long memory) {
        static Amount of(CpuAndMemory amount) {
            return new Amount(amount.cpu(), amount.memory().longValue());
        }
    }

    private record Zone(
            @JsonPropertyDescription("region and zone; empty if its nodes name neither")
            String name,

            @JsonPropertyDescription("how many nodes count") int nodes,
            int notReady,

            @JsonPropertyDescription("normal, partially-disrupted, down, or all-down with all others")
            String state,

            @JsonPropertyDescription("from one node's NoExecute to the next one's; null if none gets it") @Nullable
            Long secondsBetweenTaints) {
        static Zone of(ZoneLimits.Zone zone) {
            return new Zone(
                    zone.name(),
                    zone.nodes(),
                    zone.failed(),
                    zone.state().code(),
                    zone.secondsANode() == 0 ? null : (Long) (long) zone.secondsANode());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Node(
            String name,

            @JsonPropertyDescription("absent unless it stops answering") @Nullable
            String zone,

            @JsonInclude @JsonPropertyDescription("null while it answers") @Nullable
            Long silentAfterSeconds,

            @JsonPropertyDescription("those with effect NoExecute have times")
            List<ComingTaint> taints) {
        static Node of(DrilledNode node, DrillReport report) {
            Instant silent = node.silentSince();
            return new Node(
                    node.node().name(),
                    node.zone() == null ? null : node.zone().name(),
                    silent == null ? null : (Long) report.seconds(silent),
                    node.history().taints().stream()
                            .map(taint -> ComingTaint.of(
                                    taint, taint.effect() == Effect.NO_EXECUTE ? report.comes(node, taint) : null))
                            .toList());
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ComingTaint(
            String key,
            @Nullable String value,
            String effect,

            @JsonPropertyDescription("at the earliest") @Nullable
            Long afterSeconds,

            @JsonPropertyDescription("at the latest") @Nullable
            Long bySeconds) {
        static ComingTaint of(Taint taint, @Nullable Span when) {
            TaintDocument written = TaintDocument.of(taint);
            return new ComingTaint(written.key(), written.value(), written.effect(), earliest(when), latest(when));
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Pod(
            String namespace,
            String name,
            String node,
            String workload,

            @JsonPropertyDescription(
                    "evicted, terminating (until the kubelet comes back), force-deleted (without it), stays or already-terminating")
            String outcome,

            @JsonInclude @JsonPropertyDescription("at the earliest; null for never") @Nullable
            Long leavesAfterSeconds,

            @JsonInclude @JsonPropertyDescription("at the latest; null for never") @Nullable
            Long leavesBySeconds,

            @JsonInclude @JsonPropertyDescription("until it serves no more; null for never") @Nullable
            Long downAfterSeconds,

            @JsonPropertyDescription("what evicts it; absent if it stays or its node is deleted") @Nullable
            TaintDocument taint,

            @JsonPropertyDescription("of the toleration that delays it") @Nullable
            Integer tolerationIndex,

            @JsonPropertyDescription("as in the API") @Nullable
            JsonNode toleration,

            @JsonPropertyDescription("the reason in words") String because) {
        static Pod of(DrilledPod pod) {
            Eviction eviction = pod.eviction();
            int index = eviction == null ? -1 : eviction.toleration();
            return new Pod(
                    pod.pod().object().namespace(),
                    pod.pod().object().name(),
                    pod.node(),
                    pod.pod().owner().title(),
                    pod.state().code(),
                    earliest(pod.leavesIn()),
                    latest(pod.leavesIn()),
                    boxed(pod.downAfter()),
                    eviction == null ? null : TaintDocument.of(eviction.taint()),
                    index < 0 ? null : index,
                    index < 0 ? null : pod.pod().object().manifest().object().at("/spec/tolerations/" + index),
                    pod.why());
        }
    }

    private record Workload(
            String namespace,
            String kind,
            String name,
            int replicas,
            int onNodes,

            @JsonPropertyDescription("how many of them leave the nodes")
            long leaving,

            @JsonPropertyDescription("on other nodes, which answer")
            long elsewhere,

            @JsonPropertyDescription("on other nodes, which have failed already")
            long onFailedNodes,

            @JsonPropertyDescription("whether at some time none of its pods serves")
            boolean losesAll,

            @JsonPropertyDescription("whether that lasts until it is fixed manually")
            boolean lost,

            @JsonPropertyDescription("whether its new pods are evicted again and again, until fixed manually")
            boolean loops,

            @JsonPropertyDescription("until its last pod on the nodes serves no more; null for never") @Nullable
            Long downAfterSeconds,

            NewPod replacement) {
        static Workload of(DrilledWorkload workload) {
            return new Workload(
                    workload.owner().namespace(),
                    workload.owner().kind(),
                    workload.owner().name(),
                    workload.replicas(),
                    workload.pods().size(),
                    workload.leaving(),
                    workload.elsewhere(),
                    workload.earlier().size(),
                    workload.losesAll(),
                    workload.isLost(),
                    workload.loops(),
                    boxed(workload.downAfter()),
                    NewPod.of(workload.replacement(), workload.replacedIn()));
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record NewPod(
            @JsonPropertyDescription(
                    "made, nowhere (to go), returns (to nodes that evict it again), hangs (on nodes that do"
                            + " not answer), refused, after-deletion (of the old pod), not-made,"
                            + " of-the-node, none-leaves or unknown")
            String outcome,

            @JsonPropertyDescription("until the first new pod is made, at the earliest; absent if none is") @Nullable
            Long afterSeconds,

            @JsonPropertyDescription("at the latest") @Nullable
            Long bySeconds,

            @JsonPropertyDescription("where it may go; absent if that was not asked") @Nullable
            List<String> nodes,

            @JsonPropertyDescription("what keeps it off how many other nodes; absent as nodes") @Nullable
            Map<String, Integer> obstacles,

            @JsonPropertyDescription(
                    "nodes of the drill, and nodes that do not answer, that take it; absent if none does")
            @Nullable
            List<TakingNode> takers,

            @JsonPropertyDescription("when or for what a pod is made; absent if one is in any case") @Nullable
            String proviso,

            @JsonPropertyDescription("why it is refused, or cannot be judged") @Nullable
            String message) {
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
                    replacement.takers().isEmpty()
                            ? null
                            : replacement.takers().stream().map(TakingNode::of).toList(),
                    replacement.proviso().isEmpty()
                            ? null
                            : replacement.proviso().replaceFirst(", $", ""),
                    replacement.problem().isEmpty() ? null : replacement.problem());
        }
    }

    private record TakingNode(
            String node,

            @JsonPropertyDescription("whether it answers; where it does not, the pod never runs")
            boolean answers,

            @JsonInclude @JsonPropertyDescription("until it evicts the pod; 0 for at once, null for never") @Nullable
            Long evictedAfterSeconds) {
        static TakingNode of(Taker taker) {
            EvictionTime eviction = taker.eviction();
            return new TakingNode(
                    taker.node(), taker.answers(), eviction.never() ? null : (Long) eviction.afterSeconds());
        }
    }

    private static @Nullable Long earliest(@Nullable Span span) {
        return span == null ? null : (Long) span.earliest();
    }

    private static @Nullable Long latest(@Nullable Span span) {
        return span == null ? null : (Long) span.latest();
    }

    private static @Nullable Long boxed(OptionalLong seconds) {
        return seconds.isEmpty() ? null : (Long) seconds.getAsLong();
    }
}
