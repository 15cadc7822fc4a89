package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.observed.explain.ExplanationDocument.Refusal;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change.EvictionChange;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfAnswer.WorkloadChange;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes by a proposal, for programs.
 *
 * @param summary the number of workloads by their impact
 * @param nodes the number of nodes of the cluster
 * @param keeper true if a keeper changes running pods
 * @param items workloads, and pods that no workload makes, worst first
 * @param unmatchedPolicies policies, proposed or not, that match no pod about which the API server asks the webhook
 * @param unreserved taints that policies reserve today and would not, so that any namespace may tolerate them
 * @param unreadable objects that could not be judged, and why
 * @param notes assumptions of the answer
 * @param enforced the changes with tolerant.mode=enforce; absent unless the webhook only audits, today and as proposed
 */
public record WhatIfDocument(
        Proposed proposal,
        Map<String, Integer> summary,
        int nodes,
        boolean keeper,
        List<Workload> items,
        List<String> unmatchedPolicies,
        List<String> unreserved,
        List<String> unreadable,
        List<String> notes,
        @Nullable Enforced enforced) {

    public static WhatIfDocument of(WhatIfAnswer answer) {
        Map<String, String> withoutPool = answer.withoutPool();
        Map<String, List<Agent>> agents = answer.withoutAgents();
        List<ProposedPolicy> policies = answer.effects().entrySet().stream()
                .map(each -> ProposedPolicy.of(
                        each.getKey(),
                        each.getValue(),
                        answer.pointless(),
                        withoutPool.get(each.getKey()),
                        agents.get(each.getKey())))
                .toList();
        return new WhatIfDocument(
                new Proposed(policies, answer.proposal().settings() != null),
                summary(answer),
                answer.places().count(),
                answer.proposed().keeperNeeds().isEmpty(),
                workloads(answer),
                answer.unmatched(),
                answer.unreserved(),
                answer.unjudged().stream().map(Object::toString).toList(),
                answer.notes(),
                answer.enforced() == null ? null : new Enforced(answer.enforced()));
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

    /**
     * @param summary the number of workloads by their impact
     * @param keeper true if a keeper would change running pods
     * @param items worst first
     */
    private record Enforced(Map<String, Integer> summary, boolean keeper, List<Workload> items) {
        Enforced(WhatIfAnswer answer) {
            this(WhatIfDocument.summary(answer), answer.proposed().keeperNeeds().isEmpty(), workloads(answer));
        }
    }

    /** @param settings true if settings are proposed */
    private record Proposed(List<ProposedPolicy> policies, boolean settings) {}

    /**
     * @param effect new, changed, unchanged or removed
     * @param matches true if it matches a pod or workload at all; absent if it is removed
     * @param withoutPool why it gives nothing of its pool; absent if it does, or has none
     * @param withoutAgents DaemonSets that do not reach all nodes to which it keeps its pods, as namespace/name; absent if
     *     all do
     */
    private record ProposedPolicy(
            String name,
            String effect,
            @Nullable Boolean matches,
            @Nullable String withoutPool,
            @Nullable List<String> withoutAgents) {
        static ProposedPolicy of(
                String name,
                Proposal.Effect effect,
                List<String> pointless,
                @Nullable String withoutPool,
                @Nullable List<Agent> agents) {
            return new ProposedPolicy(
                    name,
                    effect.code(),
                    effect == Proposal.Effect.REMOVED ? null : !pointless.contains(name),
                    withoutPool,
                    agents == null ? null : agents.stream().map(Agent::title).toList());
        }
    }

    /**
     * @param impact the worst that happens to its next pod: refused (newly), nowhere (no node is left), outside-pool (it
     *     loses what a policy makes it require of nodes today, and may go to nodes that are closed to it today),
     *     fewer-nodes, sooner (evicted), sooner-and-later (for different taints), later (or never), other, admitted (no
     *     longer refused) or same
     * @param impacts all that happens to it; empty for same
     * @param before the next pod today; absent with impact same, as after and changes are
     */
    private record Workload(
            String kind,
            String namespace,
            String name,
            String impact,
            List<String> impacts,
            Running runningPods,
            @Nullable NextPod before,
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

    /**
     * @param changedByKeeperLater once a taint has left the node
     * @param left as they are
     */
    private record Running(int total, int changedByKeeper, int changedByKeeperLater, int left) {}

    /**
     * @param unasked the reason why the API server does not ask the webhook; absent if it does
     * @param tolerations as in the API
     * @param nodes the number of nodes that it may go to; null if it is refused
     */
    private record NextPod(
            @Nullable String unasked,
            @Nullable Refusal refusal,
            List<JsonNode> tolerations,
            @JsonInclude @Nullable Integer nodes) {
        static NextPod of(Fate fate) {
            return new NextPod(
                    fate.unasked(),
                    Refusal.of(fate.refusal()),
                    fate.tolerations().stream().<JsonNode>map(Patch::toleration).toList(),
                    fate.isRefused() ? null : fate.nodes().cardinality());
        }
    }

    /** @param demands sentences about node selector and node affinity */
    private record Changes(
            List<ChangedToleration> tolerations,
            List<EvictionChange> evictions,
            List<String> demands,
            Nodes nodesLost,
            Nodes nodesGained) {
        static Changes of(Change change, Places places) {
            return new Changes(
                    change.tolerations().stream().map(ChangedToleration::of).toList(),
                    change.evictions(),
                    change.demands(),
                    Nodes.of(change.lost(), places),
                    Nodes.of(change.gained(), places));
        }
    }

    /** @param change added, removed or seconds */
    private record ChangedToleration(
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

    /** @param names of the first 50 */
    private record Nodes(int count, List<String> names) {
        /** A large cluster has so many nodes and workloads that all names would be a hundred megabytes. */
        private static final int MAX = 50;

        static Nodes of(BitSet nodes, Places places) {
            return new Nodes(
                    nodes.cardinality(), places.names(nodes).stream().limit(MAX).toList());
        }
    }
}
