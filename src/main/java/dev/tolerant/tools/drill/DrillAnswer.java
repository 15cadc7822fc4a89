package dev.tolerant.tools.drill;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.CpuAndMemory;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.observed.objects.Owners.PodOwner;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.tools.drill.TaintHistory.Eviction;
import dev.tolerant.tools.drill.ZoneLimits.Span;
import dev.tolerant.tools.drill.ZoneLimits.Zone;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome for the pods of nodes that stop answering, are tainted or are deleted.
 *
 * @param pods those on the nodes, the first to leave first
 * @param workloads those of these pods, the worst first
 * @param finished the number of pods on the nodes that have finished, and are deleted all the same
 * @param enforced the same drill if the webhook enforced; null unless it only audits
 */
public record DrillAnswer(
        ClusterView view,
        Instant now,
        Scenario scenario,
        List<DrilledNode> nodes,
        List<DrilledPod> pods,
        List<DrilledWorkload> workloads,
        long finished,
        Room room,
        Closing closing,
        List<ManifestProblem> problems,
        @Nullable DrillAnswer enforced) {

    /** Requested by the pods that leave, and free by requests on nodes where the next may go; null if that is not known. */
    public record Room(
            CpuAndMemory requested, int nodes, @Nullable CpuAndMemory free) {}

    /**
     * The pods that the taints of a scenario keep off its nodes from then on, whether they evict running ones or not.
     *
     * @param agents DaemonSets whose pods do not come back there
     * @param workloads others with pods that stay there, which get no new ones there
     */
    record Closing(List<Agent> agents, List<PodOwner> workloads) {}

    /** Those whose next pods go other ways if the webhook enforces; empty unless it only audits. */
    List<DrilledWorkload> otherwise() {
        return enforced == null
                ? List.of()
                : enforced.workloads().stream()
                        .filter(workload -> workloads.stream()
                                .noneMatch(today -> today.owner().equals(workload.owner())
                                        && today.replacement().equals(workload.replacement())))
                        .toList();
    }

    List<DrilledWorkload> those(Predicate<DrilledWorkload> are) {
        return workloads.stream().filter(are).toList();
    }

    /** True if a workload loses all its replicas, and none comes back to stay until fixed manually. */
    public boolean losesForGood() {
        return workloads.stream()
                .anyMatch(workload -> workload.isLost()
                        || (workload.loops() && !workload.owner().isDaemonSet()));
    }

    long leaving() {
        return pods.stream().filter(DrilledPod::leaves).count();
    }

    /**
     * A node of a drill.
     *
     * @param history its taints, past and to come, where each comes as early as it can
     * @param latest the same where each comes as late as it can
     * @param zone null if nothing fails
     * @param silentSince the time when its kubelet stopped answering; null if the node answers
     * @param undated NoExecute taints that it has since an unknown time; they count from now
     */
    public record DrilledNode(
            Node node,
            TaintHistory history,
            TaintHistory latest,
            @Nullable Zone zone,
            @Nullable Instant silentSince,
            List<Taint> undated) {

        Node then() {
            return new Node(node.name(), node.labels(), latest.taints());
        }

        boolean answers() {
            return silentSince == null;
        }
    }

    enum State implements Coded {
        EVICTED,
        /** It is evicted from a node whose kubelet does not answer. */
        TERMINATING,
        /** Its node is out of service and evicts it, or is gone, and the control plane deletes it without the kubelet. */
        FORCE_DELETED,
        STAYS,
        ALREADY_TERMINATING
    }

    /**
     * A pod on a node of a drill, and what happens to it.
     *
     * @param eviction null if no taint evicts it
     * @param leavesIn null if it stays
     * @param downAfter seconds from now until it serves no more; null if it goes on
     * @param why the reason, as a clause whose subject is the pod
     */
    public record DrilledPod(
            ClusterPod pod,
            State state,
            @Nullable Eviction eviction,
            @Nullable Span leavesIn,
            @Nullable Long downAfter,
            String why) {
        /** The default of the API for a pod that names none. */
        private static final long GRACE_SECONDS = 30;
        /** Between looks at pods of nodes that are out of service or gone (podgc, gcCheckPeriod). */
        private static final long FORCE_DELETION_SECONDS = 20;
        /** Until it deletes those of a node object that is gone (podgc, quarantineTime). */
        static final Span AFTER_NODE = new Span(40, 40 + FORCE_DELETION_SECONDS);

        boolean leaves() {
            return leavesIn != null;
        }

        /** Null if it does not leave or end; with {@code awaitsDeletion} another is made only once this one has ended. */
        private @Nullable Span replacedIn(boolean awaitsDeletion) {
            if (leavesIn == null || !awaitsDeletion || eviction == null) {
                return leavesIn;
            }
            if (state == State.TERMINATING) {
                return null;
            }
            JsonNode grace = pod.object().manifest().object().at("/spec/terminationGracePeriodSeconds");
            long more = state == State.FORCE_DELETED ? FORCE_DELETION_SECONDS : grace.asLong(GRACE_SECONDS);
            return new Span(leavesIn.earliest(), leavesIn.latest() + more);
        }
    }

    enum Outcome implements Coded {
        MADE,
        NOWHERE,
        /** Of the nodes that answer, only nodes of the drill take the pod, and they evict it again. */
        RETURNS,
        /** Only nodes that do not answer take the pod, so that it never runs. */
        HANGS,
        REFUSED,
        /** The controller waits until the old pod is gone. */
        AFTER_DELETION,
        NOT_MADE,
        /** Each pod belongs to its node: those of DaemonSets, and static pods. */
        OF_THE_NODE,
        NONE_LEAVES,
        UNKNOWN
    }

    /**
     * The replacements for the pods of a workload.
     *
     * @param nodes the names of the nodes outside the drill that answer and take the next pod
     * @param obstacles the number of other nodes that each keeps it off, the most frequent first; null if that was not asked
     * @param takers the other nodes that take it as they are then
     * @param problem the reason why it is not known, or why the pod is refused; empty if it is known
     * @param proviso on which the pod is made, as the beginning of a sentence; empty if it is made in any case
     * @param backOff seconds that its controller waits before it makes the pod
     */
    record Replacement(
            Outcome outcome,
            List<String> nodes,
            @Nullable Map<String, Integer> obstacles,
            List<Taker> takers,
            String problem,
            String proviso,
            Span backOff) {

        static Replacement without(Outcome outcome, String problem) {
            return new Replacement(outcome, List.of(), null, List.of(), problem, "", Span.NONE);
        }

        Replacement with(Outcome other) {
            return new Replacement(other, nodes, obstacles, takers, problem, proviso, backOff);
        }

        Replacement given(String other, Span before) {
            return new Replacement(outcome, nodes, obstacles, takers, problem, other, before);
        }

        /** Pods of a DaemonSet that go back to nodes which evict them; each belongs to its node. */
        Replacement backTo(Set<String> evicting) {
            List<Taker> again = takers.stream()
                    .filter(taker -> evicting.contains(taker.node())
                            && taker.answers()
                            && !taker.eviction().never())
                    .toList();
            return again.isEmpty()
                    ? without(Outcome.OF_THE_NODE, "")
                    : new Replacement(Outcome.RETURNS, List.of(), null, again, "", "", Span.NONE);
        }

        /** True for a new pod that has no node that could run it, or is refused. */
        boolean goesNowhere() {
            return outcome == Outcome.REFUSED
                    || (obstacles != null && nodes.isEmpty() && takers.stream().noneMatch(Taker::answers));
        }

        /** True for new pods that run on the nodes of the drill, each until it is evicted. */
        boolean loops() {
            return outcome == Outcome.RETURNS
                    && takers.stream()
                            .anyMatch(
                                    taker -> taker.answers() && taker.eviction().afterSeconds() > 0);
        }
    }

    /**
     * A node of the drill, or one that does not answer, that takes a new pod.
     *
     * @param answers true if it answers; where it does not, the pod never runs
     * @param eviction until it evicts the pod; 0 for at once, null for never
     * @param because the reason to choose a node that does not answer; empty if the node answers
     */
    record Taker(
            String node,
            boolean answers,
            @JsonProperty("evictedAfterSeconds") EvictionTime eviction,
            @JsonIgnore String because) {
        Taker(String node, EvictionTime eviction, String because) {
            this(node, because.isEmpty(), eviction, because);
        }
    }

    /**
     * A workload with pods on the nodes of a drill.
     *
     * @param pods those on the nodes that were not deleted before
     * @param earlier those on other nodes, which have failed before
     * @param elsewhere the number of pods on nodes that have not failed, without those that are being deleted
     * @param awaitsDeletion its controller makes a pod only once the old one has ended
     */
    public record DrilledWorkload(
            PodOwner owner,
            List<DrilledPod> pods,
            List<DrilledPod> earlier,
            int elsewhere,
            boolean awaitsDeletion,
            Replacement replacement) {

        int replicas() {
            return pods.size() + earlier.size() + elsewhere;
        }

        /** True if at some time none of its pods serves: all are down before the first new one is surely made. */
        boolean losesAll() {
            Long down = downAfter();
            boolean isOfNode = owner.isDaemonSet() || replacement.outcome() == Outcome.OF_THE_NODE;
            if (isOfNode || elsewhere > 0 || down == null) {
                return false;
            }
            Span made = replacedIn();
            return replacement.outcome() != Outcome.MADE || made == null || made.latest() >= down;
        }

        /** True if it loses all of its pods, and no new one runs until fixed manually. */
        boolean isLost() {
            return losesAll()
                    && !loops()
                    && replacement.outcome() != Outcome.MADE
                    && replacement.outcome() != Outcome.UNKNOWN;
        }

        /** True if it loses all of its pods, or those of some nodes, and new ones are evicted again and again. */
        boolean loops() {
            return owner.isDaemonSet() ? replacement.outcome() == Outcome.RETURNS : losesAll() && replacement.loops();
        }

        /** Seconds from now until the last of its pods on these nodes stops serving; null if one goes on. */
        @Nullable
        Long downAfter() {
            return down() == pods.size()
                    ? pods.stream()
                            .map(DrilledPod::downAfter)
                            .max(Long::compare)
                            .orElse(null)
                    : null;
        }

        /** The time in which the first of its pods leaves, for which the first new one is made; null if none leaves. */
        @Nullable
        Span replacedIn() {
            return Stream.concat(pods.stream(), earlier.stream())
                    .map(pod -> pod.replacedIn(awaitsDeletion))
                    .filter(Objects::nonNull)
                    .reduce(Span::first)
                    .map(first -> first.plus(replacement.backOff()))
                    .orElse(null);
        }

        /** Counts its pods on these nodes that stop serving at some time. */
        long down() {
            return pods.stream().filter(pod -> pod.downAfter() != null).count();
        }

        long leaving() {
            return pods.stream().filter(DrilledPod::leaves).count();
        }
    }
}
