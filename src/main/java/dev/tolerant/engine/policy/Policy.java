package dev.tolerant.engine.policy;

import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.policy.NamespaceValues.OfRequirement;
import dev.tolerant.engine.policy.NamespaceValues.OfToleration;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A validated TolerationPolicy, ready to be applied.
 *
 * @param priority higher values come first; policies with equal values are ordered by name
 * @param daemonSetTemplates true to change the templates of DaemonSets too
 * @param tolerations that it gives, those of its pool last
 * @param pool null if the policy names none
 * @param known null if there is no pool, or it is not computed yet
 * @param reserve null if any pod may tolerate what it gives
 * @param values what it gives with values from the pod's namespace; in {@link #in one namespace} with them
 */
public record Policy(
        String name,
        int priority,
        Mode mode,
        Match match,
        boolean daemonSetTemplates,
        List<Toleration> tolerations,
        List<Requirement> requiredNodeAffinity,
        List<NodePreference> preferredNodeAffinity,
        NodeFailure nodeFailure,
        @Nullable Pool pool,
        @Nullable KnownPool known,
        @Nullable Reserve reserve,
        NamespaceValues values) {

    private static final Mismatch VALUES_UNKNOWN =
            new Mismatch("", "the namespace is not known, and values come from its labels");

    public static final Comparator<Policy> PRECEDENCE =
            Comparator.comparingInt(Policy::priority).reversed().thenComparing(Policy::name);

    /** The time for which pods stay on failed nodes; null where the policy sets nothing. */
    public record NodeFailure(
            @Nullable TolerationSeconds notReady, @Nullable TolerationSeconds unreachable) {
        public static final NodeFailure UNSAID = new NodeFailure(null, null);

        /**
         * @param taint one of the two of failed nodes
         */
        public @Nullable TolerationSeconds of(Taint taint) {
            return taint.equals(NodeTaints.NOT_READY) ? notReady : unreachable;
        }
    }

    /** True where it changes where pods run, or is to when its pool is known. */
    public boolean places() {
        return pool != null
                || !givenTolerations().isEmpty()
                || !givenRequirements().isEmpty()
                || !preferredNodeAffinity.isEmpty();
    }

    public boolean gives() {
        return places() || !nodeFailure.equals(NodeFailure.UNSAID);
    }

    /** True for a toleration of the taint in some namespace at least. */
    public boolean gives(Taint taint) {
        return values.give(taint) || possibleTolerations().anyMatch(each -> each.tolerates(taint));
    }

    public boolean hasNodes() {
        return pool != null
                || !requiredNodeAffinity.isEmpty()
                || !values.required().isEmpty();
    }

    /** True where it keeps pods of some namespace at least to the node and others like it; false where it keeps them to no nodes. */
    public boolean keepsTo(Node node) {
        if (pool != null) {
            return pool.selects(node);
        }
        return hasNodes()
                && requiredNodeAffinity.stream().allMatch(each -> each.matches(node.labels()))
                && values.required().stream()
                        .allMatch(each ->
                                node.labels().containsKey(each.requirement().key()));
    }

    public List<Toleration> tolerationsByHand() {
        return tolerations.subList(0, tolerations.size() - tolerationsOfPool().size());
    }

    public List<Requirement> requiredByHand() {
        int ofPool = poolTaints() == null || known == null
                ? 0
                : known.pool().required().size();
        return requiredNodeAffinity.subList(0, requiredNodeAffinity.size() - ofPool);
    }

    List<Toleration> tolerationsOfPool() {
        PoolTaints taints = poolTaints();
        int ofPool = taints == null ? 0 : taints.all().size();
        return tolerations.subList(tolerations.size() - ofPool, tolerations.size());
    }

    /** In order; those of its pool are there unless the namespace decides whose the pool is. */
    public List<OfToleration> givenTolerations() {
        return Stream.of(own(tolerationsByHand()), values.tolerations().stream(), own(tolerationsOfPool()))
                .flatMap(each -> each)
                .toList();
    }

    private static Stream<OfToleration> own(List<Toleration> tolerations) {
        return tolerations.stream().map(each -> new OfToleration(each, ""));
    }

    public List<OfRequirement> givenRequirements() {
        return both(
                requiredNodeAffinity.stream()
                        .map(each -> new OfRequirement(each, ""))
                        .toList(),
                values.required());
    }

    /** Those of some namespace at least, but for those whose value comes from a label. */
    public Stream<Toleration> possibleTolerations() {
        PoolTaints ofAnyValue = known == null || known.split() == null ? null : known.gives();
        return Stream.concat(
                tolerations.stream(),
                ofAnyValue == null ? Stream.of() : ofAnyValue.all().stream().map(Toleration::exactly));
    }

    public boolean gives(Taint taint, NamespaceFacts namespace) {
        return values.lacking(namespace) == null && in(namespace).gives(taint);
    }

    public boolean matches(PodFacts pod, NamespaceFacts namespace) {
        return mismatch(pod, namespace) == null;
    }

    /** Null if it takes part in what becomes of the pod. */
    public @Nullable Mismatch mismatch(PodFacts pod, NamespaceFacts namespace) {
        Mismatch mismatch = match.mismatch(pod, namespace);
        return mismatch == null && !values.isEmpty() && !namespace.known() ? VALUES_UNKNOWN : mismatch;
    }

    /** The policy with the values of the labels of a known namespace; it gives nothing where that lacks one. */
    public Policy in(NamespaceFacts namespace) {
        if (values.isEmpty()) {
            return this;
        }
        if (values.lacking(namespace) != null) {
            return copy(List.of(), List.of(), List.of(), NodeFailure.UNSAID, null, null, values);
        }
        NamespaceValues own = values.in(namespace);
        List<Toleration> given = new ArrayList<>(tolerations);
        given.addAll(
                tolerationsByHand().size(),
                own.tolerations().stream().map(OfToleration::toleration).toList());
        Pool.LabelFrom ofPool = values.ofPool();
        String value = ofPool == null ? "" : namespace.labels().getOrDefault(ofPool.namespaceLabel(), "");
        Policy here = copy(
                List.copyOf(given),
                both(
                        requiredNodeAffinity,
                        own.required().stream().map(OfRequirement::requirement).toList()),
                preferredNodeAffinity,
                nodeFailure,
                pool == null || ofPool == null ? pool : pool.ofValue(value),
                known,
                own);
        KnownPool.Split split = split();
        return split == null ? here : here.with(split.of(value));
    }

    /** The same if it has no pool; the arguments are those of {@link KnownPool#of}. */
    public Policy withPoolOf(
            @Nullable Collection<Node> nodes, @Nullable Collection<NodePool> nodePools, Pool.Memory memory) {
        return pool == null ? this : with(KnownPool.of(pool, nodes, nodePools, memory));
    }

    /** Null if the pool gives what the policy seems to say, or there is none. */
    public @Nullable String poolProblem() {
        return known == null ? null : known.tooManyTaints();
    }

    /** Empty unless the pool has the same nodes as the other; it counts when they are gone. */
    public Pool.Memory memory(Pool other) {
        if (pool == null || !pool.selector().meansTheSameAs(other.selector())) {
            return Pool.Memory.NONE;
        }
        KnownPool.Split split = split();
        return split == null ? new Pool.Memory(poolTaints(), Map.of()) : new Pool.Memory(null, split.gives());
    }

    /** In any mode: the taints that it names and those that it gives tolerations of. */
    public Set<ReservedTaint> reservedTaints() {
        Set<ReservedTaint> taints = reservedForAll();
        reservedForValues().forEach(each -> taints.add(each.taint()));
        return taints;
    }

    /** Those that all of its namespaces may tolerate. */
    public Set<ReservedTaint> reservedForAll() {
        Set<ReservedTaint> taints = new TreeSet<>();
        if (reserve != null) {
            taints.addAll(reserve.taints());
            tolerations.stream().map(ReservedTaint::of).forEach(taints::add);
            Stream.ofNullable(split())
                    .flatMap(split -> split.sharedTaints().stream())
                    .forEach(taint -> taints.add(ReservedTaint.of(Toleration.exactly(taint))));
            taints.removeIf(taint -> ReservedTaint.isOfControlPlane(taint.key()));
        }
        return taints;
    }

    public List<NamespaceValues.Reserved> reservedForValues() {
        return reserve == null
                ? List.of()
                : values.reserved(split()).stream()
                        .filter(each ->
                                !ReservedTaint.isOfControlPlane(each.taint().key()))
                        .toList();
    }

    private KnownPool.@Nullable Split split() {
        return known == null ? null : known.split();
    }

    /** Null if there is no pool, or it is not known, or the namespace decides whose it is. */
    public @Nullable PoolTaints poolTaints() {
        return known == null || known.split() != null ? null : known.gives();
    }

    /** True where it gives the toleration only because its pool's nodes have the taint. */
    public boolean givesForItsPool(Toleration toleration) {
        return tolerations.indexOf(toleration) >= tolerationsByHand().size();
    }

    /**
     * True where pods could not run on the pool's nodes without this toleration: they have a taint that it tolerates
     * and the others do not.
     */
    public boolean isHalfWithout(Toleration withheld, Collection<Toleration> others) {
        PoolTaints taints = poolTaints();
        return taints != null
                && known != null
                && Stream.concat(taints.all().stream(), known.others().stream())
                        .anyMatch(taint -> withheld.tolerates(taint)
                                && others.stream().noneMatch(other -> other.tolerates(taint)));
    }

    /** The policy, which is as its author wrote it, with its pool: one that gives nothing adds neither taints nor nodes. */
    public Policy with(KnownPool looked) {
        PoolTaints taints = looked.split() == null ? looked.gives() : null;
        List<Taint> given = taints == null ? List.of() : taints.all();
        return copy(
                both(tolerations, given.stream().map(Toleration::exactly).toList()),
                both(
                        requiredNodeAffinity,
                        taints == null ? List.of() : looked.pool().required()),
                both(
                        preferredNodeAffinity,
                        taints == null ? List.of() : looked.pool().preferred()),
                nodeFailure,
                pool,
                looked,
                values);
    }

    private Policy copy(
            List<Toleration> otherTolerations,
            List<Requirement> required,
            List<NodePreference> preferred,
            NodeFailure seconds,
            @Nullable Pool otherPool,
            @Nullable KnownPool knownOfIt,
            NamespaceValues otherValues) {
        return new Policy(
                name,
                priority,
                mode,
                match,
                daemonSetTemplates,
                otherTolerations,
                required,
                preferred,
                seconds,
                otherPool,
                knownOfIt,
                reserve,
                otherValues);
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
