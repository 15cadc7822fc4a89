package dev.tolerant.conformance;

import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import java.util.List;

/**
 * What an admitted pod's tolerations mean on nodes.
 *
 * @param stays for each probe, whether the pod tolerates the taint and when the taint evicts it; empty if the pod was
 *     refused
 */
record Meaning(boolean allowed, List<Stay> stays) {

    static Meaning of(AdmittedPod outcome, List<Taint> probes) {
        List<Stay> stays = outcome.allowed()
                ? probes.stream()
                        .map(probe -> Stay.of(outcome.tolerations(), probe))
                        .toList()
                : List.of();
        return new Meaning(outcome.allowed(), stays);
    }

    /** The first probe for which the two differ, with both answers. */
    String firstDifferenceFrom(Meaning other, List<Taint> probes) {
        if (allowed != other.allowed) {
            return "allowed: " + allowed + " and " + other.allowed;
        }
        for (int i = 0; i < stays.size(); i++) {
            if (!stays.get(i).equals(other.stays.get(i))) {
                return probes.get(i) + ": " + stays.get(i) + " and " + other.stays.get(i);
            }
        }
        return "nothing";
    }

    /** A pod on a node with one taint. */
    record Stay(boolean tolerated, EvictionTime eviction) {
        static Stay of(List<Toleration> tolerations, Taint taint) {
            return new Stay(Toleration.firstOf(tolerations, taint) >= 0, EvictionTime.of(tolerations, List.of(taint)));
        }
    }
}
