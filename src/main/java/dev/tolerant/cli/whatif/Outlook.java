package dev.tolerant.cli.whatif;

import dev.tolerant.facts.ClusterFacts;
import dev.tolerant.facts.FactKind;
import dev.tolerant.manifest.Problem;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a proposal changes for the pods that each maker makes next.
 *
 * @param effects what the proposal does to which policy
 * @param settings whether it has settings
 * @param places the nodes of the cluster
 * @param prospects worst first
 * @param unjudged what cannot be read, and why
 * @param unmatched policies, proposed or not, that match no pod; empty where that is not known
 * @param keeper whether a fleet keeper would give running pods what they lack
 * @param judgements how often the engine was asked about a new pod
 */
public record Outlook(
        ClusterFacts facts,
        Map<String, Proposal.Effect> effects,
        boolean settings,
        Places places,
        List<Prospect> prospects,
        List<Problem> unjudged,
        List<String> unmatched,
        boolean keeper,
        int judgements) {
    private static final List<FactKind> MAKING_PODS = List.of(
            FactKind.POD,
            FactKind.DEPLOYMENT,
            FactKind.REPLICA_SET,
            FactKind.STATEFUL_SET,
            FactKind.DAEMON_SET,
            FactKind.REPLICATION_CONTROLLER,
            FactKind.JOB,
            FactKind.CRON_JOB);

    /** Whether somebody would be newly refused. */
    public boolean refuses() {
        return count(Impact.REFUSED) > 0;
    }

    /** Whether nobody can tell for some pods whether they would be newly refused. */
    public boolean isUndecided() {
        return count(Impact.UNDECIDED) > 0
                || !unjudged.isEmpty()
                || MAKING_PODS.stream().anyMatch(kind -> facts.unknown(kind).isPresent());
    }

    boolean nodesKnown() {
        return facts.unknown(FactKind.NODE).isEmpty();
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

    /** Why objects of which kind are not known. */
    Map<FactKind, String> unknown() {
        return new TreeMap<>(facts.unknown());
    }
}
