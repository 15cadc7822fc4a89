package dev.tolerant.tools.drill;

import dev.tolerant.observed.facts.ClusterFacts;
import java.time.Instant;
import java.util.List;

/**
 * What happens to the pods of nodes that stop answering or are tainted.
 *
 * @param now when the drill begins
 * @param pods those on the nodes, the first to leave first
 * @param workloads those of these pods, the worst first
 * @param notes what else the reader should know
 */
public record Drill(
        ClusterFacts facts,
        Instant now,
        Scenario scenario,
        List<DrilledNode> nodes,
        List<DrilledPod> pods,
        List<DrilledWorkload> workloads,
        List<String> notes) {

    /** Those that are without any replica at some time. */
    public List<DrilledWorkload> losingAll() {
        return workloads.stream().filter(DrilledWorkload::losesAll).toList();
    }

    /** Whether a workload loses all its replicas, and none comes back by itself. */
    public boolean losesForGood() {
        return workloads.stream().anyMatch(DrilledWorkload::isLost);
    }

    /** Those whose next pods have nowhere to go, or are refused. */
    public List<DrilledWorkload> withoutDestination() {
        return workloads.stream()
                .filter(workload -> workload.leaving() > 0)
                .filter(workload -> switch (workload.destination().code()) {
                    case NOWHERE, REFUSED ->
                        workload.replacement() != DrilledWorkload.Replacement.OF_THE_NODE
                                && workload.replacement() != DrilledWorkload.Replacement.NOT_MADE;
                    case NODES, UNKNOWN, NOT_ASKED -> false;
                })
                .toList();
    }
}
