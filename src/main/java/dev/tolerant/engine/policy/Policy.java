package dev.tolerant.engine.policy;

import dev.tolerant.engine.pod.NodePreference;
import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.engine.toleration.TolerationSeconds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A validated TolerationPolicy, ready to be applied.
 *
 * @param priority higher values come first; policies with equal values are ordered by name
 * @param daemonSetTemplates whether the policy also changes the templates of DaemonSets
 * @param own what the policy itself names for pods
 * @param pool the nodes that say what pods must tolerate; null if the policy names none
 * @param poolTaints of the pool's nodes; null if there is no pool, or it is not known
 * @param gift what the policy gives pods: its own, and what its pool adds if it is known
 * @param reserve that nobody else may tolerate what it gives; null if anybody may
 */
public record Policy(
        String name,
        int priority,
        PolicyMode mode,
        Match match,
        boolean daemonSetTemplates,
        Gift own,
        @Nullable Pool pool,
        @Nullable PoolTaints poolTaints,
        Gift gift,
        @Nullable Reserve reserve) {

    /** A policy whose pool is not known. */
    public Policy(
            String name,
            int priority,
            PolicyMode mode,
            Match match,
            boolean daemonSetTemplates,
            Gift own,
            @Nullable Pool pool,
            @Nullable Reserve reserve) {
        this(name, priority, mode, match, daemonSetTemplates, own, pool, null, own, reserve);
    }

    /** The order of precedence. */
    public static final Comparator<Policy> PRECEDENCE =
            Comparator.comparingInt(Policy::priority).reversed().thenComparing(Policy::name);

    /** How long a policy lets its pods stay on failed nodes; null where the policy sets nothing. */
    public record NodeFailure(
            @Nullable TolerationSeconds notReady, @Nullable TolerationSeconds unreachable) {
        public static final NodeFailure UNSAID = new NodeFailure(null, null);
    }

    /** What a policy gives pods. */
    public record Gift(
            List<Toleration> tolerations,
            List<Requirement> requiredNodeAffinity,
            List<NodePreference> preferredNodeAffinity,
            NodeFailure nodeFailure) {
        /** This, with tolerations of a pool's taints and what binds pods to its nodes. */
        private Gift withPool(Pool pool, List<Taint> taints) {
            List<Toleration> all = new ArrayList<>(tolerations);
            taints.forEach(taint -> all.add(Toleration.of(taint, TolerationSeconds.NEVER)));
            List<Requirement> required = new ArrayList<>(requiredNodeAffinity);
            required.addAll(pool.required());
            List<NodePreference> preferred = new ArrayList<>(preferredNodeAffinity);
            preferred.addAll(pool.preferred());
            return new Gift(List.copyOf(all), List.copyOf(required), List.copyOf(preferred), nodeFailure);
        }
    }

    public List<Toleration> tolerations() {
        return gift.tolerations();
    }

    /** Whether it gives a toleration of the taint. */
    public boolean gives(Taint taint) {
        return tolerations().stream().anyMatch(each -> each.tolerates(taint));
    }

    /** The taints that it reserves, in any mode: those that it names and those that it gives tolerations of. */
    public Set<ReservedTaint> reservedTaints() {
        if (reserve == null) {
            return Set.of();
        }
        Set<ReservedTaint> taints = new TreeSet<>(reserve.taints());
        tolerations().stream().map(ReservedTaint::of).forEach(taints::add);
        taints.removeIf(taint -> taint.key().startsWith(ReservedTaint.CONTROL_PLANE));
        return taints;
    }

    public List<Requirement> requiredNodeAffinity() {
        return gift.requiredNodeAffinity();
    }

    public List<NodePreference> preferredNodeAffinity() {
        return gift.preferredNodeAffinity();
    }

    public NodeFailure nodeFailure() {
        return gift.nodeFailure();
    }

    /** Whether its pool is not known, so that it gives only what it names itself. */
    public boolean lacksItsPool() {
        return pool != null && poolTaints == null;
    }

    /** Whether it gives the toleration only because its pool's nodes have the taint. */
    public boolean givesForItsPool(Toleration toleration) {
        return poolTaints != null && !own.tolerations().contains(toleration);
    }

    /** The same policy with what is known of its pool. */
    public Policy with(KnownPool known) {
        PoolTaints taints = known.gives();
        return new Policy(
                name,
                priority,
                mode,
                match,
                daemonSetTemplates,
                own,
                pool,
                taints,
                taints == null ? own : own.withPool(known.pool(), taints.all()),
                reserve);
    }

    /** What an earlier version of the policy knew of the same pool; null if there was none, or it was over other nodes. */
    public @Nullable PoolTaints taintsOfPool(Pool other) {
        return pool != null && pool.selector().meansTheSameAs(other.selector()) ? poolTaints : null;
    }
}
