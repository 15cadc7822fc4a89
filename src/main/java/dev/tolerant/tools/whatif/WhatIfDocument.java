package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ExplanationDocument;
import dev.tolerant.observed.explain.ExplanationDocument.Refusal;
import dev.tolerant.observed.explain.ExplanationDocument.TaintDocument;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The changes by a proposal, for programs. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WhatIfDocument(
        Proposed proposal,

        @JsonPropertyDescription("the number of workloads by their impact")
        Map<String, Integer> summary,

        @JsonPropertyDescription("how many nodes the cluster has")
        int nodes,

        @JsonPropertyDescription("whether a keeper changes running pods")
        boolean keeper,

        @JsonPropertyDescription("workloads, and pods that no workload makes, worst first")
        List<Workload> items,

        @JsonPropertyDescription(
                "policies, proposed or not, that match no pod about which the API server asks the webhook")
        List<String> unmatchedPolicies,

        @JsonPropertyDescription(
                "taints that policies reserve today and would not, so that any namespace may tolerate them")
        List<String> unreserved,

        @JsonPropertyDescription("what could not be judged, and why")
        List<String> unreadable,

        @JsonPropertyDescription("what the answer assumes") List<String> notes,

        @JsonPropertyDescription(
                "what would change with tolerant.mode=enforce; absent unless the webhook only audits, today and as proposed")
        @Nullable
        Enforced enforced) {

    public static WhatIfDocument of(WhatIfAnswer answer) {
        List<ProposedPolicy> policies = answer.effects().entrySet().stream()
                .map(each -> ProposedPolicy.of(each.getKey(), each.getValue(), answer))
                .toList();
        return new WhatIfDocument(
                new Proposed(policies, answer.settings()),
                summary(answer),
                answer.places().count(),
                answer.keeper(),
                workloads(answer),
                answer.unmatched(),
                answer.unreserved(),
                answer.unjudged().stream().map(Object::toString).toList(),
                answer.notes(),
                Enforced.of(answer.enforced()));
    }

    private static Map<String, Integer> summary(WhatIfAnswer answer) {
        Map<String, Integer> summary = new LinkedHashMap<>();
        for (Impact impact : Impact.values()) {
            summary.put(impact.code(), answer.of(impact).size());
        }
        return summary;
    }

    private static List<Workload> workloads(WhatIfAnswer answer) {
        return answer.workloads().stream()
                .map(workload -> Workload.of(workload, answer.places()))
                .toList();
    }

    private record Enforced(
            @JsonPropertyDescription("the number of workloads by their impact")
            Map<String, Integer> summary,

            @JsonPropertyDescription("whether a keeper would change running pods")
            boolean keeper,

            @JsonPropertyDescription("worst first") List<Workload> items) {
        static @Nullable Enforced of(@Nullable WhatIfAnswer answer) {
            return answer == null
                    ? null
                    : new Enforced(WhatIfDocument.summary(answer), answer.keeper(), WhatIfDocument.workloads(answer));
        }
    }

    private record Proposed(
            List<ProposedPolicy> policies,

            @JsonPropertyDescription("whether settings are proposed")
            boolean settings) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ProposedPolicy(
            String name,

            @JsonPropertyDescription("new, changed, unchanged or removed")
            String effect,

            @JsonPropertyDescription("whether it matches a pod or workload at all; absent if it is removed") @Nullable
            Boolean matches,

            @JsonPropertyDescription("why it gives nothing of its pool; absent if it does, or has none") @Nullable
            String withoutPool,

            @JsonPropertyDescription(
                    "DaemonSets that do not reach all nodes to which it keeps its pods, as namespace/name; absent if all do")
            @Nullable
            List<String> withoutAgents) {
        static ProposedPolicy of(String name, Proposal.Effect effect, WhatIfAnswer answer) {
            return new ProposedPolicy(
                    name,
                    effect.code(),
                    effect == Proposal.Effect.REMOVED
                            ? null
                            : !answer.pointless().contains(name),
                    answer.withoutPool().get(name),
                    answer.withoutAgents().containsKey(name)
                            ? answer.withoutAgents().get(name).stream()
                                    .map(Agent::title)
                                    .toList()
                            : null);
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Workload(
            String kind,
            String namespace,
            String name,

            @JsonPropertyDescription(
                    "the worst that happens to its next pod: refused (newly), nowhere (no node is left),"
                            + " outside-pool (it loses what a policy makes it require of nodes today, and may go to nodes that"
                            + " are closed to it today), fewer-nodes, sooner (evicted), sooner-and-later (for different"
                            + " taints), later (or never), other, admitted (no longer refused) or same")
            String impact,

            @JsonPropertyDescription("all that happens to it; empty for same")
            List<String> impacts,

            Running runningPods,

            @JsonPropertyDescription("the next pod today; absent with impact same, as after and changes are") @Nullable
            NextPod before,

            @Nullable NextPod after,
            @Nullable Changes changes) {
        static Workload of(WorkloadChange workload, Places places) {
            Change change = workload.change();
            boolean same = change.impact() == Impact.SAME;
            RunningPods running = workload.running();
            return new Workload(
                    workload.maker().kind(),
                    workload.maker().namespace(),
                    workload.maker().name(),
                    change.impact().code(),
                    change.impacts().stream().map(Impact::code).toList(),
                    new Running(running.pods(), running.given(), running.waiting(), running.left()),
                    same ? null : NextPod.of(workload.before()),
                    same ? null : NextPod.of(workload.after()),
                    same ? null : Changes.of(change, places));
        }
    }

    private record Running(
            int total,
            int changedByKeeper,

            @JsonPropertyDescription("once a taint has left the node")
            int changedByKeeperLater,

            @JsonPropertyDescription("as they are") int left) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record NextPod(
            @JsonPropertyDescription("why the API server does not ask the webhook; absent if it does") @Nullable
            String unasked,

            @Nullable Refusal refusal,
            @JsonPropertyDescription("as in the API") List<JsonNode> tolerations,

            @JsonInclude @JsonPropertyDescription("how many it may go to; null if it is refused") @Nullable
            Integer nodes) {
        static NextPod of(Fate fate) {
            return new NextPod(
                    fate.unasked(),
                    Refusal.of(fate.refusal()),
                    fate.tolerations().stream().<JsonNode>map(Patch::toleration).toList(),
                    fate.isRefused() ? null : fate.nodes().cardinality());
        }
    }

    private record Changes(
            List<ChangedToleration> tolerations,
            List<ChangedEviction> evictions,

            @JsonPropertyDescription("sentences about node selector and node affinity")
            List<String> demands,

            Nodes nodesLost,
            Nodes nodesGained) {
        static Changes of(Change change, Places places) {
            return new Changes(
                    change.tolerations().stream().map(ChangedToleration::of).toList(),
                    change.evictions().stream().map(ChangedEviction::of).toList(),
                    change.demands(),
                    Nodes.of(change.lost(), places),
                    Nodes.of(change.gained(), places));
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ChangedToleration(
            @JsonPropertyDescription("added, removed or seconds")
            String change,

            @Nullable JsonNode before,
            @Nullable JsonNode after) {
        static ChangedToleration of(Change.TolerationChange change) {
            return new ChangedToleration(
                    change.before() == null ? "added" : change.after() == null ? "removed" : "seconds",
                    change.before() == null ? null : Patch.toleration(change.before()),
                    change.after() == null ? null : Patch.toleration(change.after()));
        }
    }

    private record ChangedEviction(
            TaintDocument taint,

            @JsonPropertyDescription("seconds until it evicts; null for never") @Nullable
            Long before,

            @JsonPropertyDescription("as before") @Nullable Long after) {
        static ChangedEviction of(Change.EvictionChange change) {
            return new ChangedEviction(
                    TaintDocument.of(change.taint()),
                    ExplanationDocument.seconds(change.before()),
                    ExplanationDocument.seconds(change.after()));
        }
    }

    private record Nodes(
            int count,
            @JsonPropertyDescription("of the first 50") List<String> names) {
        /** A large cluster has so many nodes and workloads that all names would be a hundred megabytes. */
        private static final int MAX = 50;

        static Nodes of(BitSet nodes, Places places) {
            return new Nodes(
                    nodes.cardinality(), places.names(nodes).stream().limit(MAX).toList());
        }
    }
}
