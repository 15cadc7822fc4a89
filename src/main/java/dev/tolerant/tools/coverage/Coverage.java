package dev.tolerant.tools.coverage;

import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.owners.ClusterPod;
import dev.tolerant.observed.owners.PodOwner;
import java.util.List;
import java.util.Optional;

/**
 * Which taints and tolerations of a cluster meet, and which do not.
 *
 * @param taints that no pod, template or policy tolerates by its key
 * @param tolerations that match no taint of any node
 * @param pools of nodes with the same taints, which others enter or their own pods may leave
 * @param pending pods that wait for a taint
 * @param notes what else the reader should know
 */
public record Coverage(
        ClusterFacts facts,
        List<UntoleratedTaint> taints,
        List<IdleToleration> tolerations,
        List<OpenPool> pools,
        List<PendingPod> pending,
        List<String> notes) {

    /**
     * A taint that nobody tolerates by its key.
     *
     * @param wildcards pods that tolerate every taint
     */
    public record UntoleratedTaint(Taint taint, List<String> nodes, int wildcards) {}

    /**
     * A toleration that matches no taint.
     *
     * @param toleration without its seconds
     * @param owners of the pods that have it
     * @param policies that give it
     */
    public record IdleToleration(Toleration toleration, int pods, List<PodOwner> owners, List<String> policies) {
        private static final String ROLES = "node-role.kubernetes.io/";
        private static final String ADDONS = "CriticalAddonsOnly";

        /** Whether pods of the system have it wherever they run, as of a control plane whose nodes may not be there. */
        boolean isCustomary() {
            return toleration.key().startsWith(ROLES) || toleration.key().equals(ADDONS);
        }
    }

    /**
     * Nodes that are set apart by the same taints.
     *
     * @param policies that let pods onto them; empty where pods only say so themselves
     * @param outsiders whose pods tolerate the taints although the pool is not theirs
     * @param strays the pool's own, whose pods do not require its nodes and may go to others
     */
    public record OpenPool(
            List<Taint> taints,
            List<String> nodes,
            List<String> policies,
            List<PodOwner> outsiders,
            List<PodOwner> strays) {}

    /**
     * A pod that no node takes, of which some would but for their taints.
     *
     * @param nodes that would take it without these taints
     * @param taints that keep it off
     * @param wayOut the toleration and the policy with which it could go there
     */
    public record PendingPod(ClusterPod pod, List<String> nodes, List<Taint> taints, WayOut wayOut) {}

    /**
     * How a pod could go to the nodes.
     *
     * @param tolerations empty where the taints are marks that come and go
     * @param policy the policy of the cluster that gives them to other pods; empty if none does
     * @param mismatch why that policy does not give them to this pod, as a sentence; empty if it would
     */
    public record WayOut(List<Toleration> tolerations, Optional<String> policy, String mismatch) {}

    /** Those that match no node although somebody means one. */
    List<IdleToleration> unexpected() {
        return tolerations.stream().filter(each -> !each.isCustomary()).toList();
    }

    /** Whether nothing was found that somebody should act on. */
    public boolean isComplete() {
        return taints.isEmpty() && unexpected().isEmpty() && pools.isEmpty() && pending.isEmpty();
    }
}
