package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PolicyFixture;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a cluster's objects mean, as they come, change and go. */
class PolicyReconcilerTest {
    private static final int TRIALS = 300;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> ML = Map.of("pool", "ml");
    private static final Taint A = new Taint("a", "", Effect.NO_SCHEDULE);
    private static final Taint B = new Taint("b", "", Effect.NO_SCHEDULE);
    private static final String POOL =
            "{metadata: {name: p}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                    + " nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [%s]}, reserve: {}}}";
    private static final String BROKEN = "{metadata: {name: p}, spec: {match: {ownerKinds: [Deployment]}}}";

    /** A cluster, as one replica has seen it. */
    private static final class Replica {
        final Map<String, ObjectNode> policies = new HashMap<>();
        final Map<String, Node> nodes = new HashMap<>();
        final Map<String, NodePool> nodePools = new HashMap<>();
        boolean read = true;
        /** Whether nodes and NodePools are, which no policy needs. */
        boolean watched = true;

        PolicyReconciler.ClusterState state = PolicyReconciler.ClusterState.UNKNOWN;
        private final PolicyReconciler world = new PolicyReconciler(new TolerationRules(false), Optional.empty());

        PolicyReconciler.Desired look() {
            return world.look(
                    Map.copyOf(policies),
                    new PolicyReconciler.Pools(
                            read && watched ? Map.copyOf(nodes) : null,
                            Map.copyOf(nodePools),
                            read && watched,
                            read && watched,
                            Optional.empty()),
                    state);
        }

        void policy(String yaml) {
            policy(yaml, Optional.empty());
        }

        void policy(String yaml, Optional<RememberedPool> remembered) {
            ObjectNode object = (ObjectNode) PolicyFixture.objects(yaml).get(0);
            remembered.ifPresent(
                    pool -> object.putObject("status").set("nodes", JSON.<JsonNode>valueToTree(pool.json())));
            policies.put(object.at("/metadata/name").asText(), object);
        }

        void node(String name, Map<String, String> labels, Taint... taints) {
            nodes.put(name, new Node(name, labels, List.of(taints)));
        }
    }

    private final Replica replica = new Replica();

    private static Optional<RememberedPool> remembered(Taint... taints) {
        return Optional.of(new RememberedPool(
                new LabelSelector(ML, List.of()), new PoolTaints(List.of(taints), List.of()), Map.of()));
    }

    private static @Nullable PoolTaints gives(PolicyReconciler.Desired desired) {
        return desired.policies().policies().get(0).poolTaints();
    }

    @Test
    void aSetStaysTheSameWhileItGivesTheSame() {
        replica.policy(POOL.formatted("a"));
        replica.node("n", ML, A, B);
        PolicySet first = replica.look().policies();

        replica.node("m", ML, A);
        replica.node("web", Map.of("pool", "web"), B);
        replica.policy(POOL.formatted("a"), remembered(A));

        assertThat(replica.look().policies()).isSameAs(first);

        replica.node("m", ML, A, new Taint("a", "x", Effect.NO_SCHEDULE));

        assertThat(replica.look().policies()).isNotSameAs(first);
    }

    @Test
    void untilNodesAndNodePoolsAreReadTheMemoryCounts() {
        replica.read = false;
        replica.node("n", ML);
        replica.policy(POOL.formatted("a"), remembered(A));

        PolicyReconciler.Desired before = replica.look();
        assertThat(gives(before)).isEqualTo(new PoolTaints(List.of(A), List.of()));
        assertThat(before.poolsRead()).isFalse();

        replica.read = true;

        PolicyReconciler.Desired after = replica.look();
        assertThat(gives(after)).isEqualTo(PoolTaints.NONE);
        assertThat(after.poolsRead()).isTrue();
    }

    @Test
    void aGuardThatIsNotInForceIsAComplaintAndChangesNothingElse() {
        replica.policy(POOL.formatted("a"));
        PolicyReconciler.Desired before = replica.look();
        InstalledGuard guard = InstalledGuard.of("t-pods", Mode.ENFORCE);

        replica.state = state(List.of(new InstalledGuard.Installed(guard, null, null, false)), Map.of(), false);
        PolicyReconciler.Desired without = replica.look();

        assertThat(without.complaints()).singleElement().asString().contains("t-pods is not in force");
        assertThat(without.guards()).containsExactly(Map.entry("t-pods", false));
        assertThat(without.policies()).isSameAs(before.policies());
        assertThat(without.unusable()).isZero();

        replica.state = PolicyReconciler.ClusterState.UNKNOWN;

        assertThat(replica.look()).isEqualTo(before);
    }

    @Test
    void aPolicyWithoutNodesHasNoPoolWhateverItsStatusRemembers() {
        replica.policy("{metadata: {name: p}, spec: {match: {}}}", remembered(A));

        PolicyReconciler.Desired desired = replica.look();

        assertThat(gives(desired)).isNull();
        assertThat(desired.hasPools()).isFalse();
        assertThat(Objects.requireNonNull(desired.statuses().get("p")).pool()).isNull();
    }

    @Test
    void aBrokenVersionLeavesTheLastGoodOneInForceUntilThePolicyGoes() {
        replica.policy(POOL.formatted("a"));
        replica.node("n", ML, A);
        PolicySet good = replica.look().policies();

        replica.policy(BROKEN);
        PolicyReconciler.Desired broken = replica.look();

        assertThat(broken.policies()).isSameAs(good);
        assertThat(broken.unusable()).isEqualTo(1);
        assertThat(broken.complaints())
                .singleElement()
                .asString()
                .startsWith("TolerationPolicy p cannot be used: ")
                .endsWith("; its last good version stays in use");
        assertThat(replica.look().complaints()).isEqualTo(broken.complaints());

        replica.policies.clear();

        assertThat(replica.look())
                .satisfies(gone -> assertThat(gone.policies().policies()).isEmpty())
                .satisfies(gone -> assertThat(gone.statuses()).isEmpty())
                .satisfies(gone -> assertThat(gone.complaints()).isEmpty());
    }

    @Test
    void aPolicyThatWasNeverGoodKeepsWhatIsStoredOfIt() {
        replica.policy(BROKEN);

        PolicyReconciler.Desired desired = replica.look();

        assertThat(desired.policies().policies()).isEmpty();
        assertThat(desired.reservations().unread()).containsExactly("p");
    }

    @Test
    void whileAKindIsNotWatchedWhatIsStoredOfAPoolStaysUntilThePoolIsAnother() {
        replica.read = false;
        replica.policy(POOL.formatted("a"));
        assertThat(replica.look().reservations().unsettled()).containsOnlyKeys("p");

        replica.policy(POOL.formatted("b"));
        assertThat(replica.look().reservations().unsettled()).isEmpty();
        replica.policy(POOL.formatted("b"), remembered(A));
        assertThat(replica.look().reservations().unsettled()).isEmpty();

        replica.read = true;
        replica.look();
        replica.read = false;
        assertThat(replica.look().reservations().unsettled()).containsOnlyKeys("p");
    }

    private static final String MISTYPED =
            "{metadata: {name: p}, spec: {match: {namespaceSelector: {matchLabels: {team: mll}}},"
                    + " nodes: {selector: {matchLabels: {pool: mml}}, taintKeys: [dedciated]}}}";
    private static final String BY_HAND =
            "{metadata: {name: p}, spec: {match: {}, tolerations: [{key: dedciated, operator: Exists}]}}";
    private static final Taint DEDICATED = new Taint("dedicated", "ml", Effect.NO_SCHEDULE);

    private void namespaces(String... teams) {
        Map<String, NamespaceFacts> namespaces =
                List.of(teams).stream().collect(Collectors.toMap(team -> team, PolicyReconcilerTest::namespace));
        replica.state = state(List.of(), namespaces, true);
    }

    private static NamespaceFacts namespace(String team) {
        return new NamespaceFacts(team, true, Map.of("team", team), List.of(), List.of(), List.of(), Map.of());
    }

    private List<String> inVain() {
        return Objects.requireNonNull(status(replica.look()).inVain()).stream()
                .map(PolicyFinding::sentence)
                .toList();
    }

    @Test
    void mistypedNamesAreInAConditionWithTheNearestOnes() {
        replica.policy(MISTYPED);
        replica.node("ml-1", ML, DEDICATED);
        namespaces("ml");

        JsonNode condition = due(replica.look()).at("/conditions/1");

        assertThat(condition.path("type").asText()).isEqualTo("SelectsNothing");
        assertThat(condition.path("status").asText()).isEqualTo("True");
        assertThat(condition.path("reason").asText()).isEqualTo("MatchesNoNamespace");
        assertThat(condition.path("message").asText())
                .isEqualTo("matches no namespace: no namespace has team=mll; did you mean team=ml?; selects no node: no"
                        + " node has pool=mml; did you mean pool=ml?; names taint key dedciated, which no node has; did"
                        + " you mean dedicated?");

        namespaces("ml", "mll");

        assertThat(inVain()).hasSize(2);
    }

    @Test
    void untilNamespacesAndNodesAreReadWhatIsSaidStays() {
        replica.policy(MISTYPED);
        replica.node("ml-1", ML, DEDICATED);
        assertThat(status(replica.look()).inVain()).isNull();

        namespaces("ml");
        replica.read = false;
        assertThat(status(replica.look()).inVain()).isNull();
    }

    @Test
    void whileNodesAreNotWatchedWhatWasSaidOfThemStaysForPoliciesThatAreTheSame() {
        replica.policy(BY_HAND);
        replica.node("ml-1", ML, DEDICATED);
        namespaces("ml");
        List<String> known = inVain();
        assertThat(known).containsExactly("tolerates taint dedciated, which no node has; did you mean dedicated?");

        replica.watched = false;
        namespaces("web");
        assertThat(inVain()).isEqualTo(known);

        replica.policy(BY_HAND.replace("dedciated", "dedicate"));
        assertThat(inVain()).isEmpty();
    }

    @Test
    void whatIsSelectedInVainIsLookedForOnlyWhenSomethingElseIsThere() {
        replica.policy(MISTYPED);
        namespaces("ml");
        replica.node("ml-1", ML, DEDICATED);
        var same = new PolicyReconciler.Pools(Map.copyOf(replica.nodes), Map.of(), true, true, Optional.empty());
        var others = new PolicyReconciler.Pools(Map.of(), Map.of(), true, true, Optional.empty());
        PolicyReconciler.PolicyFindings odds = new PolicyReconciler.PolicyFindings();
        PolicySet policies = replica.look().policies();

        Map<String, List<PolicyFinding>> first = odds.look(policies, replica.state.namespaces(), same);

        assertThat(odds.look(policies, replica.state.namespaces(), same)).isSameAs(first);
        assertThat(odds.look(policies, replica.state.namespaces(), others)).isNotSameAs(first);
    }

    @ManyTrials
    void whatIsInForceDependsNeitherOnTheOrderOfEventsNorOnTheReplica(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < TRIALS; trial++) {
            List<List<Consumer<Replica>>> histories = histories(random);

            PolicyReconciler.Desired one = look(histories, random);
            PolicyReconciler.Desired other = look(histories, random);

            assertThat(other.policies().policies())
                    .as("-Dtolerant.seed=" + seed)
                    .extracting(Policy::poolTaints)
                    .isEqualTo(one.policies().policies().stream()
                            .map(Policy::poolTaints)
                            .toList());
            assertThat(other.statuses()).isEqualTo(one.statuses());
            assertThat(other.complaints()).isEqualTo(one.complaints());
            assertThat(other.reservations().reservations())
                    .isEqualTo(one.reservations().reservations());
        }
    }

    /** What happens to each object, one after the other: replicas see objects in any order, and may miss what is past. */
    private static List<List<Consumer<Replica>>> histories(Random random) {
        List<List<Consumer<Replica>>> histories = new ArrayList<>();
        histories.add(history(random, () -> {
            Optional<RememberedPool> memory = random.nextBoolean() ? Optional.empty() : remembered(some(random));
            String policy = POOL.formatted(random.nextBoolean() ? "a" : "a, b");
            return replica -> replica.policy(policy, memory);
        }));
        for (int i = 0; i < 3; i++) {
            String name = "o" + i;
            histories.add(history(random, () -> {
                Map<String, String> labels = random.nextInt(3) > 0 ? ML : Map.of();
                Taint[] taints = some(random);
                return random.nextInt(3) == 0
                        ? replica -> replica.nodes.remove(name)
                        : replica -> replica.node(name, labels, taints);
            }));
            histories.add(history(random, () -> {
                Map<String, String> labels = random.nextInt(3) == 0 ? ML : Map.of();
                List<Taint> taints = List.of(some(random));
                return random.nextBoolean()
                        ? replica -> replica.nodePools.remove(name)
                        : replica ->
                                replica.nodePools.put(name, new NodePool(name, labels, List.of(), taints, List.of()));
            }));
        }
        return histories;
    }

    private static List<Consumer<Replica>> history(Random random, Supplier<Consumer<Replica>> events) {
        List<Consumer<Replica>> history = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            history.add(events.get());
        }
        return history;
    }

    private static Taint[] some(Random random) {
        List<Taint> taints = new ArrayList<>(List.of(A, B, new Taint("a", "x", Effect.NO_EXECUTE)));
        Collections.shuffle(taints, random);
        return taints.subList(0, random.nextInt(3)).toArray(Taint[]::new);
    }

    /** Each object's events in their order, from a random one on; between any two the replica may look. */
    private static PolicyReconciler.Desired look(List<List<Consumer<Replica>>> histories, Random random) {
        List<List<Consumer<Replica>>> left = new ArrayList<>();
        histories.forEach(
                history -> left.add(new ArrayList<>(history.subList(random.nextInt(history.size()), history.size()))));
        Replica replica = new Replica();
        while (!left.isEmpty()) {
            List<Consumer<Replica>> next = left.get(random.nextInt(left.size()));
            next.remove(0).accept(replica);
            if (next.isEmpty()) {
                left.remove(next);
            }
            if (random.nextInt(3) == 0) {
                replica.look();
            }
        }
        return replica.look();
    }

    private static final String TEAMS =
            "{metadata: {name: p}, spec: {match: {namespaceSelector: {matchExpressions: [{key: team, operator: Exists}]}},"
                    + " nodes: {selector: {matchLabelsFrom: {pool: {namespaceLabel: team}}}, taintKeys: [a]}, reserve: {}}}";

    private static @Nullable PoolTaints gives(PolicyReconciler.Desired desired, String team) {
        return desired.policies().policies().get(0).in(namespace(team)).poolTaints();
    }

    private static PolicyStatus status(PolicyReconciler.Desired desired) {
        return Objects.requireNonNull(desired.statuses().get("p"));
    }

    private static ObjectNode due(PolicyReconciler.Desired of) {
        return status(of).difference(status(of).object(), Clock.systemUTC()).orElseThrow();
    }

    @Test
    void theTaintsOfEachValueAreRememberedForWhenItsNodesAreGone() {
        replica.policy(TEAMS);
        replica.node("ml-1", ML, A);
        replica.node("web-1", Map.of("pool", "web"), new Taint("a", "web", Effect.NO_EXECUTE));
        replica.node("plain", Map.of(), B);

        JsonNode nodes = due(replica.look()).path("nodes");

        assertThat(nodes).isEqualTo(PolicyFixture.objects("""
                        selector: {matchExpressions: [{key: pool, operator: Exists}]}
                        taints: []
                        values:
                        - {value: ml, taints: [{key: a, effect: NoSchedule}]}
                        - {value: web, taints: [{key: a, value: web, effect: NoExecute}]}
                        """).get(0));
        replica.nodes.clear();
        replica.policy(TEAMS, RememberedPool.of(nodes));

        PolicyReconciler.Desired later = replica.look();

        assertThat(gives(later, "ml")).isEqualTo(new PoolTaints(List.of(A), List.of()));
        assertThat(gives(later, "data")).isNull();
        assertThat(due(later).path("nodes")).isEqualTo(nodes);
        assertThat(later.reservations().reservations().taints()).containsOnlyKeys("a");
    }

    @Test
    void whereThereIsNoRoomForAllValuesThoseWithoutNodesAreForgotten() {
        Map<String, PoolTaints> many = IntStream.range(0, 1_200)
                .boxed()
                .collect(Collectors.toMap(number -> "v" + number, number -> new PoolTaints(List.of(A), List.of())));
        replica.policy(TEAMS);
        RememberedPool none =
                RememberedPool.of(due(replicaWith("z")).path("nodes")).orElseThrow();
        replica.policy(TEAMS, Optional.of(new RememberedPool(none.selector(), PoolTaints.NONE, many)));
        replica.node("z-1", Map.of("pool", "z"), A);

        ObjectNode status = due(replica.look());

        assertThat(status.at("/nodes/values")).hasSize(RememberedPool.MAX_VALUES);
        assertThat(status.at("/nodes/values").findValuesAsText("value")).contains("z");
        assertThat(status.path("conditions").toString()).contains("of 1201 values there is room to remember 1000");
    }

    private PolicyReconciler.Desired replicaWith(String team) {
        Replica other = new Replica();
        other.policy(TEAMS);
        other.node("n", Map.of("pool", team), A);
        return other.look();
    }

    @Test
    void tooManyTaintsOfOneValueAreSaidOfThatValue() {
        replica.policy(TEAMS.replace("taintKeys: [a]", "taintKeys: [a, 'b/*']"));
        replica.node("web-1", Map.of("pool", "web"), A);
        replica.node(
                "ml-1",
                ML,
                IntStream.range(0, 33)
                        .mapToObj(number -> new Taint("b/" + number, "", Effect.NO_SCHEDULE))
                        .toArray(Taint[]::new));

        PolicyReconciler.Desired desired = replica.look();

        String tooMany = "of value ml spec.nodes selects more than 32";
        assertThat(due(desired).path("conditions").toString()).contains(tooMany);
        assertThat(desired.complaints()).singleElement().asString().contains(tooMany);
        assertThat(gives(desired, "web")).isEqualTo(new PoolTaints(List.of(A), List.of()));
        assertThat(gives(desired, "ml")).isNull();
    }

    @Test
    void aSetOfTeamsStaysTheSameWhileEachGetsTheSame() {
        replica.policy(TEAMS);
        replica.node("ml-1", ML, A, B);
        PolicySet first = replica.look().policies();

        replica.node("ml-2", ML, A);

        assertThat(replica.look().policies()).isSameAs(first);

        replica.node("web-1", Map.of("pool", "web"), A);

        assertThat(replica.look().policies()).isNotSameAs(first);
    }

    private static PolicyReconciler.ClusterState state(
            List<InstalledGuard.Installed> guards, Map<String, NamespaceFacts> namespaces, boolean whole) {
        return new PolicyReconciler.ClusterState(
                guards, Reservations.NONE, Optional.empty(), WhileAway.CURRENT, namespaces, whole);
    }
}
