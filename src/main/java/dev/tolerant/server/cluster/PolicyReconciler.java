package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.Memory;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.findings.Inspection;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.server.cluster.PolicyStatus.Fault;
import dev.tolerant.server.cluster.PolicyStatus.PoolState;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives from a cluster's objects which policies are in force, what the status of each should say, what should be reserved, and what is
 * wrong. All of it follows from the objects of one moment and the last good version of each policy; a look repeats only the work whose
 * input has changed since the look before.
 * Used by one thread.
 */
final class PolicyReconciler {
    private final TolerationRules rules;
    private final Optional<Injections.Rules> given;
    private Map<String, PolicyState> seen = Map.of();
    private Desired last = new Desired(
            PolicySet.EMPTY,
            Map.of(),
            StoredReservations.Wanted.NOTHING,
            Injections.NOTHING,
            Set.of(),
            Map.of(),
            false);
    private @Nullable ClusterState lastState;
    private @Nullable Pools lastPools;
    private List<NamespaceFacts> annotated = List.of();
    private final Selected selected = new Selected();
    private final PolicyFindings policyFindings = new PolicyFindings();

    /** {@code given} is what settings give that the API server can give by itself; empty if it is to give nothing. */
    PolicyReconciler(TolerationRules rules, Optional<Injections.Rules> given) {
        this.rules = rules;
        this.given = given;
    }

    /**
     * The nodes and NodePools of pools, by name, each null while it is not known.
     *
     * @param read of both it is clear that they can be read, or cannot
     * @param watched both are known as they are now
     * @param trouble the reason why those that should be known are not, with what to do; empty if all are
     */
    record Pools(
            @Nullable Map<String, Node> nodes,
            @Nullable Map<String, NodePool> nodePools,
            boolean read,
            boolean watched,
            Optional<String> trouble) {

        static Pools of(Reflector<Node> nodes, Reflector<NodePool> nodePools) {
            // Before the objects: when a kind counts as read, all of its objects are there.
            KindState ofNodes = nodes.wholeState();
            KindState ofNodePools = nodePools.wholeState();
            return new Pools(
                    ofNodes.isKnown() ? nodes.objects() : null,
                    ofNodePools.isKnown() ? nodePools.objects() : null,
                    ofNodes != KindState.UNREAD && ofNodePools != KindState.UNREAD,
                    ofNodes.isCurrent() && ofNodePools.isCurrent(),
                    Stream.of(nodes.trouble(), nodePools.trouble())
                            .flatMap(Optional::stream)
                            .reduce((one, other) -> one + "; " + other));
        }

        /** True if nothing else is known than then: a reflector gives the same map until something has changed. */
        boolean isSame(@Nullable Pools then) {
            return then != null && nodes == then.nodes && isSameButForNodes(then);
        }

        /** The nodes themselves are compared for each selector. */
        private boolean isSameButForNodes(@Nullable Pools then) {
            return then != null
                    && read == then.read
                    && watched == then.watched
                    && trouble.equals(then.trouble)
                    && (nodes == null) == (then.nodes == null)
                    && Objects.equals(nodePools, then.nodePools);
        }
    }

    /**
     * The stored reservations, and the namespaces whose annotations count, as the cluster has them.
     *
     * @param guards none until they are known
     * @param missing the reason why nothing is reserved, with what to do; empty unless the object by which guards judge is missing
     * @param namespaces those that are known, by name
     * @param whole policies can select no other namespaces
     */
    record ClusterState(
            List<InstalledGuard.Installed> guards,
            Reservations stored,
            Optional<String> missing,
            WhileAway whileAway,
            Map<String, NamespaceFacts> namespaces,
            boolean whole) {
        static final ClusterState UNKNOWN =
                new ClusterState(List.of(), Reservations.NONE, Optional.empty(), WhileAway.CURRENT, Map.of(), false);

        private List<NamespaceFacts> annotated() {
            return namespaces.values().stream()
                    .filter(namespace -> !namespace.defaults().isEmpty()
                            || !namespace.whitelist().isEmpty())
                    .sorted(Comparator.comparing(NamespaceFacts::name))
                    .toList();
        }
    }

    /** The nodes that selectors of pools select: a change of a few nodes costs what these nodes cost, and not what all of them do. */
    private static final class Selected {
        private Map<String, Node> nodes = Map.of();
        private final Map<LabelSelector, Map<String, Node>> bySelector = new HashMap<>();
        private final Set<LabelSelector> changed = new HashSet<>();

        void look(Map<String, Node> now) {
            changed.clear();
            Map<String, Node> before = nodes;
            Set<String> names = Stream.concat(before.keySet().stream(), now.keySet().stream())
                    .filter(name -> before.get(name) != now.get(name))
                    .collect(Collectors.toSet());
            nodes = now;
            bySelector.forEach((selector, selected) -> names.forEach(name -> {
                Node node = now.get(name);
                boolean isIn = node != null && selector.matches(node.labels());
                Node last = isIn ? selected.put(name, node) : selected.remove(name);
                if (isIn || last != null) {
                    changed.add(selector);
                }
            }));
        }

        /** True if other nodes are selected than in the look before, or they have not been asked for yet. */
        boolean isChanged(LabelSelector selector) {
            return changed.contains(selector) || !bySelector.containsKey(selector);
        }

        Collection<Node> of(LabelSelector selector) {
            return bySelector
                    .computeIfAbsent(
                            selector,
                            any -> nodes.values().stream()
                                    .filter(node -> selector.matches(node.labels()))
                                    .collect(Collectors.toMap(
                                            Node::name, node -> node, (node, same) -> node, HashMap::new)))
                    .values();
        }

        void clear() {
            nodes = Map.of();
            bySelector.clear();
        }

        void keep(Set<LabelSelector> selectors) {
            bySelector.keySet().retainAll(selectors);
        }
    }

    /**
     * Finds what policies select in vain, and looks again only when there is something else to select. While nodes are not watched, what was
     * said of them stays, because they are watched for the pools of other policies.
     */
    static final class PolicyFindings {
        private @Nullable Searched last;
        private Map<String, List<PolicyFinding>> found = Map.of();

        private record Searched(PolicySet policies, Map<String, NamespaceFacts> namespaces, Pools pools) {}

        /** By the name of the policy; of policies without findings there is nothing. */
        Map<String, List<PolicyFinding>> look(
                PolicySet policySet, Map<String, NamespaceFacts> namespaces, Pools pools) {
            Searched before = last;
            if (before != null
                    && policySet == before.policies()
                    && namespaces == before.namespaces()
                    && pools.isSame(before.pools())) {
                return found;
            }
            Map<String, Node> nodes = pools.nodes();
            Map<String, NodePool> nodePools = pools.nodePools();
            boolean areKnown = nodes != null && nodePools != null;
            Known known = nodes == null || nodePools == null
                    ? new Known(namespaces.values(), Map.of(), List.of(), List.of())
                    : new Known(namespaces.values(), Map.of(), nodes.values(), nodePools.values());
            List<Policy> policies = policySet.policies();
            found = Stream.concat(
                            new Inspection(policies, known).selectingNothing().stream(),
                            areKnown || before == null ? Stream.of() : kept(before, policies))
                    .collect(Collectors.groupingBy(PolicyFinding::policy));
            last = new Searched(policySet, namespaces, pools);
            return found;
        }

        private Stream<PolicyFinding> kept(Searched before, List<Policy> policies) {
            Map<String, Policy> earlier =
                    before.policies().policies().stream().collect(Collectors.toMap(Policy::name, policy -> policy));
            return policies.stream()
                    .filter(policy -> policy.equals(earlier.get(policy.name())))
                    .flatMap(policy -> found.getOrDefault(policy.name(), List.of()).stream())
                    .filter(finding -> finding.code().isOfNodes());
        }
    }

    /**
     * The result of a look.
     *
     * @param policies those in force; the same object as in the look before while they give the same
     * @param statuses of every policy, by name
     * @param complaints a sentence for each thing that is wrong with a policy or a guard
     * @param guards by name, true for one in force; none of those that are not known yet
     * @param poolsRead it is clear of all pools what they give
     */
    record Desired(
            PolicySet policies,
            Map<String, PolicyStatus> statuses,
            StoredReservations.Wanted reservations,
            Injections injections,
            Set<String> complaints,
            Map<String, Boolean> guards,
            boolean poolsRead) {

        /** The number of policies that are not in use as their author wrote them. */
        int unusable() {
            return (int) statuses.values().stream()
                    .filter(status -> !status.isUsable())
                    .count();
        }

        boolean hasPools() {
            return policies.policies().stream().anyMatch(policy -> policy.pool() != null);
        }
    }

    /**
     * A policy as compiled by a look.
     *
     * @param content the part that users wrote
     * @param good the last good version; null if there was none
     * @param remembered by the status, of the pool's nodes or of those of an earlier pool
     * @param replaced a change of the policy made everything useless that was known of its pool
     * @param inForce the last good version with what its pool gives; null if there is none
     */
    private record PolicyState(
            ObjectNode object,
            ObjectNode content,
            CheckedPolicy compiled,
            @Nullable Policy good,
            Optional<RememberedPool> remembered,
            @Nullable PoolState pool,
            boolean replaced,
            @Nullable Policy inForce) {}

    Desired last() {
        return last;
    }

    Desired look(Map<String, ObjectNode> policies, Pools pools, ClusterState state) {
        try {
            return lookAt(policies, pools, state);
        } catch (RuntimeException ours) {
            // The next look starts from scratch.
            selected.clear();
            lastPools = null;
            lastState = null;
            throw ours;
        }
    }

    private Desired lookAt(Map<String, ObjectNode> policies, Pools pools, ClusterState state) {
        selected.look(Objects.requireNonNullElse(pools.nodes(), Map.of()));
        boolean poolsChanged = !pools.isSameButForNodes(lastPools);
        Map<String, PolicyState> now = new TreeMap<>();
        policies.forEach((name, object) -> {
            PolicyState before = seen.get(name);
            boolean same = before != null && before.object() == object && !isChanged(before.good(), poolsChanged);
            now.put(name, same ? before : see(object, before, pools, poolsChanged));
        });
        seen = now;
        lastPools = pools;
        selected.keep(now.values().stream()
                .map(PolicyState::pool)
                .filter(Objects::nonNull)
                .map(each -> each.pool().pool().selector())
                .collect(Collectors.toSet()));
        last = sum(pools, state);
        return last;
    }

    private boolean isChanged(@Nullable Policy policy, boolean poolsChanged) {
        Pool pool = policy == null ? null : policy.pool();
        return pool != null && (poolsChanged || selected.isChanged(pool.selector()));
    }

    private PolicyState see(ObjectNode object, @Nullable PolicyState before, Pools pools, boolean poolsChanged) {
        ObjectNode content = content(object);
        CheckedPolicy compiled = before != null && before.content().equals(content) ? before.compiled() : read(content);
        Policy good = compiled.policy() != null ? compiled.policy() : before == null ? null : before.good();
        Optional<RememberedPool> remembered = RememberedPool.in(object);
        Pool pool = good == null ? null : good.pool();
        if (good == null || pool == null) {
            return new PolicyState(object, content, compiled, good, remembered, null, false, good);
        }
        PolicyState same = before != null && before.good() == good ? before : null;
        PoolState last = same == null ? null : same.pool();
        PoolState state = same != null
                        && last != null
                        && !isChanged(good, poolsChanged)
                        && same.remembered().equals(remembered)
                ? last
                : state(pool, remembered, pools);
        boolean replaced = !pools.watched() && isReplaced(pool, before, remembered);
        Policy inForce = same != null && last != null && last.pool().givesSameAs(state.pool())
                ? same.inForce()
                : good.with(state.pool());
        return new PolicyState(object, content, compiled, good, remembered, state, replaced, inForce);
    }

    /** One policy that the program fails to read must not keep the others out of force. */
    private CheckedPolicy read(ObjectNode content) {
        try {
            return PolicyReader.read(content, rules);
        } catch (RuntimeException ours) {
            ManifestProblem problem = ManifestProblem.of(
                    "spec", "cannot be read by this version of the program: " + OneLine.logged(ours));
            return new CheckedPolicy(null, List.of(problem));
        }
    }

    /** The part that users wrote. Every write of status changes the object too, and a later version may write more there. */
    private static ObjectNode content(ObjectNode object) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(field -> content.set(field.getKey(), field.getValue()));
        content.remove("status");
        content.putObject("metadata").set("name", object.at("/metadata/name"));
        return content;
    }

    /** True for a change of status or metadata alone, which changes nothing that follows from the policy. */
    static boolean meansTheSame(ObjectNode one, ObjectNode other) {
        return one.at("/metadata/generation").equals(other.at("/metadata/generation"))
                && one.at("/status/nodes").equals(other.at("/status/nodes"))
                && content(one).equals(content(other));
    }

    private PoolState state(Pool pool, Optional<RememberedPool> remembered, Pools pools) {
        Memory memory = remembered.map(each -> each.memory(pool)).orElse(Memory.NONE);
        Collection<Node> nodes = pools.nodes() == null ? null : selected.of(pool.selector());
        Collection<NodePool> nodePools =
                pools.nodePools() == null ? null : pools.nodePools().values();
        return new PoolState(KnownPool.of(pool, nodes, nodePools, memory), pools.watched(), pools.trouble());
    }

    private static boolean isReplaced(Pool pool, @Nullable PolicyState before, Optional<RememberedPool> remembered) {
        if (before == null || before.good() == null || before.good().pool() == null) {
            return remembered.isPresent() && !remembered.get().isOf(pool);
        }
        return before.replaced() || !before.good().pool().hasSameTaints(pool);
    }

    private Desired sum(Pools pools, ClusterState state) {
        List<Policy> inForce = seen.values().stream()
                .map(PolicyState::inForce)
                .filter(Objects::nonNull)
                .toList();
        boolean poolsRead = pools.read() || inForce.stream().allMatch(policy -> policy.pool() == null);
        // Each is the same object while it gives the same.
        Set<Policy> before = Collections.newSetFromMap(new IdentityHashMap<>());
        before.addAll(last.policies().policies());
        PolicySet policies = inForce.size() == before.size() && before.containsAll(inForce)
                ? last.policies()
                : PolicySet.of(inForce);
        Reservations.Compiled reserved = policies.reservations();
        Injections injections = injections(policies, state);
        Map<String, List<PolicyFinding>> found =
                !state.whole() || !poolsRead ? null : policyFindings.look(policies, state.namespaces(), pools);
        Map<String, PolicyStatus> statuses = new TreeMap<>();
        Set<String> complaints = new TreeSet<>();
        seen.forEach((name, policy) -> {
            Fault notReserved = reserved.leftOut().contains(name)
                    ? Fault.TOO_MANY_RESERVATIONS
                    : state.missing()
                            .filter(why -> reserved.reservations().policies().containsKey(name))
                            .map(Fault::reservationsMissing)
                            .orElse(null);
            PolicyStatus status = new PolicyStatus(
                    policy.object(),
                    policy.compiled(),
                    policy.pool(),
                    notReserved,
                    reserved.closed().get(name),
                    given.isEmpty() ? null : injections,
                    state.whileAway(),
                    found == null ? null : found.getOrDefault(name, List.of()));
            statuses.put(name, status);
            complaints.addAll(status.complaints(policy.good() != null));
        });
        state.missing().ifPresent(complaints::add);
        state.guards().stream().flatMap(guard -> guard.complaint().stream()).forEach(complaints::add);
        Map<String, Boolean> guarded = state.guards().stream()
                .filter(seen -> !seen.guard().keeps().mutates())
                .collect(Collectors.toMap(seen -> seen.guard().name(), InstalledGuard.Installed::isInForce));
        lastState = state;
        return new Desired(policies, statuses, wanted(reserved), injections, complaints, guarded, poolsRead);
    }

    /** The object of the step before, while it gives nothing else. */
    private Injections injections(PolicySet policies, ClusterState state) {
        if (given.isEmpty()) {
            return last.injections();
        }
        ClusterState then = lastState;
        List<NamespaceFacts> before = annotated;
        if (then == null || state.namespaces() != then.namespaces()) {
            annotated = state.annotated();
        }
        boolean same = then != null
                && policies == last.policies()
                && state.stored().equals(then.stored())
                && annotated.equals(before);
        return same ? last.injections() : InjectionsCompiler.compile(policies, state.stored(), annotated, given.get());
    }

    private StoredReservations.Wanted wanted(Reservations.Compiled reserved) {
        Set<String> unread = seen.entrySet().stream()
                .filter(each -> each.getValue().good() == null)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        List<Policy> unsettled = seen.values().stream()
                .filter(each -> each.pool() != null && !each.pool().watched() && !each.replaced())
                .map(PolicyState::good)
                .toList();
        return new StoredReservations.Wanted(
                reserved.reservations(),
                unread,
                Reservations.Insiders.of(
                        unsettled, policy -> !reserved.leftOut().contains(policy.name())),
                reserved.leftOut().isEmpty());
    }
}
