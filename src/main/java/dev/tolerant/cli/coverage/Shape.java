package dev.tolerant.cli.coverage;

import dev.tolerant.core.controlplane.TaintRules;
import dev.tolerant.core.pod.NodeDemands;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.facts.PodOwner;
import java.util.List;

/**
 * What pods have in common that are asked about once.
 *
 * @param agent whether they are of a DaemonSet or static, and meant for all nodes
 * @param pod one of them
 */
record Shape(PodOwner owner, TaintRules rules, NodeDemands demands, boolean agent, PodFacts pod, int count) {

    /** All that decides about pods. */
    record Key(PodOwner owner, List<Toleration> tolerations, NodeDemands demands, boolean agent) {}

    /** Whether a toleration of theirs names the taint's key. */
    boolean names(Taint taint) {
        return rules.pod().stream().anyMatch(own -> !own.key().isEmpty() && own.tolerates(taint));
    }

    boolean tolerates(Taint taint) {
        return rules.outcome(taint).schedulable();
    }

    boolean toleratesAll(List<Taint> taints) {
        return taints.stream().allMatch(this::tolerates);
    }
}
