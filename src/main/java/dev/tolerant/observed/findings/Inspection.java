package dev.tolerant.observed.findings;

import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Match;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.policy.Reserve;
import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.findings.PolicyFinding.Code;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what is odd about the policies of a cluster, with what is known of their pools: what they reserve together, what they name that does
 * not exist, and what has no effect because another goes first. Used once, by one thread.
 */
public final class Inspection {
    private static final int MAX_NAMES = 10;

    private final Collection<Policy> policies;
    private final List<Policy> ranked;
    private final Known known;
    private final KnownTaints taints;
    private final Labelled namespaces;
    private final Labelled nodes;
    private final Set<String> names;
    private final List<PolicyFinding> findings = new ArrayList<>();

    public Inspection(Collection<Policy> policies, Known known) {
        this.policies = policies;
        this.ranked = policies.stream().sorted(Policy.PRECEDENCE).toList();
        this.known = known;
        this.taints = KnownTaints.of(policies, known);
        this.namespaces = new Labelled("namespace", known.namespaces().stream().map(NamespaceFacts::labels), List.of());
        this.nodes = new Labelled("node", known.nodes().stream().map(node -> node.labels()), known.nodePools());
        this.names = known.namespaces().stream().map(NamespaceFacts::name).collect(Collectors.toUnmodifiableSet());
    }

    public List<PolicyFinding> findings() {
        addReservations();
        return selectingNothing();
    }

    /** The findings about what has no effect: it names what is not there, or another policy goes before it. */
    public List<PolicyFinding> selectingNothing() {
        Map<Match, List<Policy>> before = new HashMap<>();
        for (Policy policy : ranked) {
            if (!namespaces.isEmpty()) {
                addNamespaces(policy);
            }
            addAccounts(policy);
            if (!nodes.isEmpty()) {
                addNodes(policy);
                addTaints(policy);
            }
            winner(policy, before)
                    .ifPresent(winner -> add(
                            policy,
                            Code.NEVER_WINS,
                            "spec",
                            "never wins: TolerationPolicy " + winner.name() + " goes before it and gives "
                                    + (winner.match().equals(policy.match()) ? "the same pods" : "every pod")
                                    + " all that it gives; remove it, or raise its spec.priority"));
            before.computeIfAbsent(policy.match(), any -> new ArrayList<>()).add(policy);
        }
        return List.copyOf(findings);
    }

    private void add(Policy policy, Code code, String path, String sentence) {
        findings.add(new PolicyFinding(policy.name(), code, path, sentence));
    }

    private void addNamespaces(Policy policy) {
        LabelSelector selector = policy.match().namespaceSelector();
        if (!namespaces.has(selector)) {
            add(
                    policy,
                    Code.MATCHES_NO_NAMESPACE,
                    "spec.match.namespaceSelector",
                    "matches no namespace: " + namespaces.whyNone(selector.inOrder()));
        }
        exempt(policy).namespaces().stream()
                .sorted()
                .filter(name -> !names.contains(name))
                .forEach(name -> add(
                        policy,
                        Code.NO_SUCH_NAMESPACE,
                        "spec.reserve.exempt.namespaces",
                        "exempts namespace " + name + ", which does not exist"
                                + PolicyFinding.meant(NearNames.to(name, names))));
    }

    private static Exemption exempt(Policy policy) {
        Reserve reserve = policy.reserve();
        return reserve == null ? Exemption.NOBODY : reserve.exempt();
    }

    private void addAccounts(Policy policy) {
        for (String account : exempt(policy).serviceAccounts().stream().sorted().toList()) {
            int slash = account.indexOf('/');
            String namespace = account.substring(0, slash);
            String name = account.substring(slash + 1);
            Set<String> there = known.serviceAccounts().getOrDefault(namespace, Set.of());
            String path = "spec.reserve.exempt.serviceAccounts";
            if (!names.isEmpty() && !names.contains(namespace)) {
                add(
                        policy,
                        Code.NO_SUCH_NAMESPACE,
                        path,
                        "exempts " + account + ", of a namespace that does not exist"
                                + PolicyFinding.meant(with(NearNames.to(namespace, names), "", "/" + name)));
            } else if (!there.isEmpty()
                    && !there.contains(name)
                    && !Set.of("*", "default").contains(name)) {
                add(
                        policy,
                        Code.NO_SUCH_SERVICE_ACCOUNT,
                        path,
                        "exempts service account " + account + ", which does not exist"
                                + PolicyFinding.meant(with(NearNames.to(name, there), namespace + "/", "")));
            }
        }
    }

    private static List<String> with(List<String> near, String before, String after) {
        return near.stream().map(each -> before + each + after).toList();
    }

    /** At most one finding for the pool, and one for the listed requirements. */
    private void addNodes(Policy policy) {
        KnownPool pool = policy.known();
        boolean isThere = pool == null || pool.selected() || pool.gives() != null;
        if (pool != null && pool.complete() && !isThere) {
            addNodes(policy, "spec.nodes.selector", pool.pool().requirements());
        }
        List<Requirement> required =
                pool != null && pool.selected() ? policy.requiredNodeAffinity() : policy.requiredByHand();
        if (!policy.requiredByHand().isEmpty() && !nodes.meet(required)) {
            addNodes(policy, "spec.requiredNodeAffinity", required);
        }
    }

    private void addNodes(Policy policy, String path, List<Requirement> required) {
        Optional<List<Requirement>> conflict = nodes.conflict(required);
        if (conflict.isPresent()) {
            add(
                    policy,
                    Code.NO_NODE_MEETS_BOTH,
                    path,
                    "asks for nodes with "
                            + conflict.get().stream().map(Labelled::text).collect(Collectors.joining(" and "))
                            + ", and no node has both");
        } else {
            add(policy, Code.SELECTS_NO_NODE, path, "selects no node: " + nodes.whyNone(required));
        }
    }

    private void addTaints(Policy policy) {
        if (policy.reserve() == null) {
            addTolerations(policy);
        } else {
            policy.reservedTaints().forEach(taint -> addReserved(policy, taint));
        }
        Pool pool = policy.pool();
        List<String> keys = pool == null ? List.of() : pool.taintKeys();
        for (int i = 0; i < keys.size(); i++) {
            String name = keys.get(i);
            if (!isOfOthers(name) && taints.lack(taint -> LabelSyntax.isNamed(taint.key(), name))) {
                add(
                        policy,
                        Code.NO_NODE_HAS_TAINT,
                        "spec.nodes.taintKeys[" + i + "]",
                        "names taint key " + name + ", which no node has" + PolicyFinding.meant(taints.near(name, "")));
            }
        }
    }

    private void addReserved(Policy policy, ReservedTaint taint) {
        if (taints.lack(taint::includes)) {
            List<String> near = taints.near(taint.key(), Objects.requireNonNullElse(taint.value(), ""));
            add(
                    policy,
                    Code.NO_SUCH_TAINT,
                    "spec.reserve",
                    "reserves " + taint + ", a taint that no node has"
                            + (near.isEmpty()
                                    ? ": see whether it is spelt as the nodes have it"
                                    : PolicyFinding.meant(near)));
        }
    }

    /** A taint of whatever effect counts, because many tolerate one that is only planned. */
    private void addTolerations(Policy policy) {
        Stream.concat(
                        policy.tolerationsByHand().stream(),
                        policy.values().tolerations().stream()
                                .map(from -> Toleration.exists(from.toleration().key(), Effect.ANY)))
                .filter(each -> !each.key().isEmpty() && !isOfOthers(each.key()))
                .map(each ->
                        new Toleration(each.key(), each.operator(), each.value(), Effect.ANY, TolerationSeconds.NEVER))
                .distinct()
                .filter(each -> taints.lack(each::tolerates))
                .forEach(each -> add(
                        policy,
                        Code.NO_NODE_HAS_TAINT,
                        "spec.tolerations",
                        "tolerates taint " + each.key() + (each.value().isEmpty() ? "" : "=" + each.value())
                                + ", which no node has"
                                + PolicyFinding.meant(taints.near(each.key(), each.value()))));
    }

    /** True where others put the taint on nodes, now and then or on those that managed clusters do not show. */
    private static boolean isOfOthers(String key) {
        return NodeTaints.isOfCondition(key)
                || NodeTaints.passing(key).isPresent()
                || ReservedTaint.isOfControlPlane(key)
                || key.startsWith("node-role.kubernetes.io/");
    }

    private static Optional<Policy> winner(Policy policy, Map<Match, List<Policy>> before) {
        return policy.mode() == Mode.AUDIT || policy.reserve() != null
                ? Optional.empty()
                : Stream.of(Match.EVERY_POD, policy.match())
                        .flatMap(match -> before.getOrDefault(match, List.of()).stream())
                        .filter(earlier -> givesAllOf(earlier, policy))
                        .findFirst();
    }

    private static boolean givesAllOf(Policy earlier, Policy later) {
        return earlier.mode() == Mode.ENFORCE
                && later.gives()
                && (earlier.daemonSetTemplates() || !later.daemonSetTemplates())
                && earlier.values().equals(later.values())
                && (later.pool() == null || later.pool().equals(earlier.pool()))
                && (later.nodeFailure().notReady() == null
                        || earlier.nodeFailure().notReady() != null)
                && (later.nodeFailure().unreachable() == null
                        || earlier.nodeFailure().unreachable() != null)
                && later.tolerationsByHand().stream()
                        .allMatch(toleration ->
                                earlier.tolerationsByHand().stream().anyMatch(given -> given.shadows(toleration)))
                && later.requiredByHand().stream()
                        .allMatch(required ->
                                earlier.requiredByHand().stream().anyMatch(given -> given.isSameAs(required)))
                && earlier.preferredNodeAffinity().containsAll(later.preferredNodeAffinity());
    }

    private void addReservations() {
        List<Reserved> all = policies.stream()
                .flatMap(policy -> policy.reservedTaints().stream().map(taint -> new Reserved(policy, taint)))
                .toList();
        Map<String, List<Reserved>> byKey =
                all.stream().collect(Collectors.groupingBy(each -> each.taint().key()));
        policies.stream()
                .filter(policy ->
                        policy.reserve() != null && policy.reservedTaints().isEmpty())
                .forEach(policy -> add(
                        policy,
                        Code.RESERVES_NOTHING,
                        "reserves nothing yet: name the pool's taints in spec.reserve.taints"));
        for (Reserved each : all) {
            addOfNodes(each.policy(), each.taint());
            addOfOthers(each, byKey.getOrDefault(each.taint().key(), List.of()));
        }
    }

    private void add(Policy policy, Code code, String sentence) {
        add(policy, code, "spec.reserve", sentence);
    }

    private record Reserved(Policy policy, ReservedTaint taint) {

        /** True where it refuses the pods of the other's policy. */
        boolean contradicts(Reserved other) {
            return !other.policy.name().equals(policy.name())
                    && taint.isWiderThan(other.taint)
                    && other.policy.mode() == Mode.ENFORCE
                    && policy.mode() == Mode.ENFORCE;
        }
    }

    private void addOfNodes(Policy policy, ReservedTaint taint) {
        if (!policy.hasNodes()) {
            return;
        }
        List<String> others = known.nodes().stream()
                .filter(node -> node.taints().stream().anyMatch(taint::includes) && !policy.keepsTo(node))
                .map(Node::name)
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            add(
                    policy,
                    Code.ON_OTHER_NODES,
                    "reserves " + taint + ", which is also on nodes outside its pool: "
                            + OneLine.first(MAX_NAMES, others)
                            + "; name its value, or give these nodes a taint of their own");
        }
    }

    /** At most one finding for each other policy. */
    private void addOfOthers(Reserved wider, List<Reserved> ofKey) {
        Set<String> said = new HashSet<>();
        for (Reserved narrower : ofKey) {
            String other = narrower.policy().name();
            if (wider.contradicts(narrower) && said.add(other)) {
                add(
                        wider.policy(),
                        Code.CONTRADICTS,
                        "reserves " + wider.taint() + ", and so refuses the pods of TolerationPolicy " + other
                                + ", which reserves " + narrower.taint()
                                + " alone: give each policy its own value");
            }
        }
    }

    /**
     * The taints that nodes have, that NodePools declare, and that policies remember of nodes which are gone.
     *
     * @param areKnown true where nodes are known, so that a taint that is missing here is missing there
     */
    private record KnownTaints(Set<Taint> taints, boolean areKnown) {

        static KnownTaints of(Collection<Policy> policies, Known known) {
            Set<Taint> taints = Stream.of(
                            known.nodes().stream().flatMap(node -> node.taints().stream()),
                            known.nodePools().stream().flatMap(pool -> pool.taints().stream()),
                            known.nodePools().stream().flatMap(pool -> pool.startupTaints().stream()),
                            policies.stream().flatMap(KnownTaints::remembered))
                    .flatMap(each -> each)
                    .collect(Collectors.toUnmodifiableSet());
            return new KnownTaints(taints, !known.nodes().isEmpty());
        }

        /** Also while the policy's pool has no nodes. */
        private static Stream<Taint> remembered(Policy policy) {
            KnownPool pool = policy.known();
            PoolTaints gives = pool == null ? null : pool.gives();
            return gives == null ? Stream.of() : gives.all().stream();
        }

        boolean lack(Predicate<Taint> wanted) {
            return areKnown && taints.stream().noneMatch(wanted);
        }

        /** The nearest names to the key of a taint, or to its value where the key exists. */
        List<String> near(String key, String value) {
            Set<String> values = taints.stream()
                    .filter(taint -> taint.key().equals(key))
                    .map(Taint::value)
                    .collect(Collectors.toSet());
            return values.isEmpty()
                    ? NearNames.to(key, taints.stream().map(Taint::key).toList())
                    : NearNames.to(value, values).stream()
                            .filter(near -> !near.isEmpty() && !near.equals(value))
                            .map(near -> key + "=" + near)
                            .toList();
        }
    }
}
