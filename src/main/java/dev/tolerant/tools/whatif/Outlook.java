package dev.tolerant.tools.whatif;

import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.explain.Report;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.registration.Registration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a proposal changes for the pods that each maker makes next.
 *
 * @param effects what the proposal does to which policy
 * @param settings whether it has settings
 * @param places the nodes of the cluster
 * @param prospects worst first
 * @param unjudged what cannot be read, and why
 * @param unusable what cannot be used of policies, namespaces and nodes
 * @param unmatched policies, proposed or not, that match no pod; empty where that is not known
 * @param audited whose pods policies that only audit would refuse if they were enforced, as {@code namespace/kind/name}
 * @param keeper whether a keeper would give running pods what they lack
 * @param judgements how often the engine was asked about a new pod
 */
public record Outlook(
        ClusterFacts facts,
        Map<String, Proposal.Effect> effects,
        boolean settings,
        Places places,
        List<Prospect> prospects,
        List<Problem> unjudged,
        List<Problem> unusable,
        List<String> unmatched,
        List<String> audited,
        boolean keeper,
        int judgements) {
    /** Whether one of these happens to the next pod of a maker. */
    public boolean has(Set<Impact> impacts) {
        return prospects.stream()
                .anyMatch(prospect -> !Collections.disjoint(prospect.change().impacts(), impacts));
    }

    /** Whether some objects cannot be read, so that the answer leaves them out. */
    public boolean leavesOut() {
        return !unjudged.isEmpty();
    }

    long count(Impact impact) {
        return prospects.stream()
                .filter(prospect -> prospect.change().impact() == impact)
                .count();
    }

    List<Prospect> of(Impact impact) {
        return prospects.stream()
                .filter(prospect -> prospect.change().impact() == impact)
                .toList();
    }

    /** What is not known of the cluster, and why. */
    List<String> unknownKinds() {
        return new TreeMap<>(facts.unknown())
                .entrySet().stream()
                        .map(each -> each.getKey().plural() + ": " + each.getValue())
                        .toList();
    }

    /** What people should know about the answer. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(facts.notes());
        unusable.forEach(problem -> notes.add(problem.toString()));
        boolean moves =
                prospects.stream().anyMatch(prospect -> prospect.change().moves());
        if (moves) {
            notes.add(
                    "Nodes are counted by taints, cordon, spec.nodeName, node selector and required node affinity alone.");
        }
        if (facts.all(FactKind.CONFIG_MAP).isEmpty()) {
            notes.add("The settings of the chart's release are not known; today's count as the defaults.");
        }
        if (Registration.of(facts.manifests(FactKind.MUTATING_WEBHOOKS)).isEmpty()) {
            notes.add("The webhook's registration is not known; it counts as the one that the chart makes by default.");
        }
        if (!audited.isEmpty()) {
            notes.add("If their mode were Enforce, policies that audit would refuse the pods of "
                    + Report.first(10, audited) + ".");
        }
        return List.copyOf(notes);
    }
}
