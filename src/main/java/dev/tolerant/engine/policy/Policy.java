package dev.tolerant.engine.policy;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.pod.NodePreference;
import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.engine.toleration.TolerationSeconds;
import java.util.ArrayList;
import java.util.Collection;
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
 * @param gift what the policy gives pods: its own, and what its pool adds
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
        Gift gift,
        @Nullable Reserve reserve) {

    /** A policy over a pool of which no node is known. */
    public Policy(
            String name,
            int priority,
            PolicyMode mode,
            Match match,
            boolean daemonSetTemplates,
            Gift own,
            @Nullable Pool pool,
            @Nullable Reserve reserve) {
        this(
                name,
                priority,
                mode,
                match,
                daemonSetTemplates,
                own,
                pool,
                pool == null ? own : own.withPool(pool, List.of()),
                reserve);
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
        private Gift withPool(Pool pool, List<Toleration> ofNodes) {
            List<Toleration> all = new ArrayList<>(tolerations);
            all.addAll(ofNodes);
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
        own.tolerations().stream().map(ReservedTaint::of).forEach(taints::add);
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

    /** The same policy with tolerations of these taints of its pool; as it is if it names none. */
    public Policy withPoolTaints(List<Taint> taints) {
        List<Toleration> tolerations = taints.stream()
                .map(taint -> Toleration.of(taint, TolerationSeconds.NEVER))
                .toList();
        return pool == null ? this : giving(own.withPool(pool, tolerations));
    }

    /** The same policy with what its pool gives over these nodes, or gave last if it selects none of them. */
    public Policy withNodes(Collection<Node> nodes) {
        return pool == null
                ? this
                : withPoolTaints(CountedPool.of(pool, poolTaints(), nodes).taints());
    }

    /** The same policy with what an earlier version's pool gave, if it was over the same nodes; null if there was none. */
    public Policy withPoolTaintsOf(@Nullable Policy before) {
        if (pool == null || before == null || before.pool == null) {
            return this;
        }
        return before.pool.selector().meansTheSameAs(pool.selector())
                ? withPoolTaints(pool.usable(before.poolTaints()))
                : this;
    }

    /** The taints of which the policy gives tolerations because its pool's nodes have them. */
    private List<Taint> poolTaints() {
        return gift.tolerations().stream()
                .skip(own.tolerations().size())
                .map(toleration -> new Taint(toleration.key(), toleration.value(), toleration.effect()))
                .toList();
    }

    private Policy giving(Gift other) {
        return new Policy(name, priority, mode, match, daemonSetTemplates, own, pool, other, reserve);
    }
}
