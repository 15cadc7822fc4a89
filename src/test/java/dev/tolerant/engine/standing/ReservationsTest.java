package dev.tolerant.engine.standing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.policy.NamespaceValues;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Reserve;
import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.standing.Reservations.Compiled;
import dev.tolerant.engine.standing.Reservations.Insiders;
import dev.tolerant.engine.standing.ReservationsCompiler.ReservationSize;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How large reservations may become, and which are in force if they do not all fit. */
class ReservationsTest {
    private static final int MOST = 64;
    private static final int MOST_OF_A_VALUE = 63;
    private static final List<String> ODD = List.of("a", "<", "\"", "\\", "\u0001", "é", "€", "😀", "\u2028", "&");

    /** What costs a guard most, each at its most. */
    private enum Shape {
        MANY_TAINTS("{matchLabels: {team: ml}}", "{}"),
        NAMESPACES("{matchLabels: {team: ml}}", "{namespaces: " + list(i -> "n" + i) + "}"),
        USERS("{matchLabels: {team: ml}}", "{users: " + list(i -> "u" + i) + "}"),
        GROUPS("{matchLabels: {team: ml}}", "{groups: " + list(i -> "g" + i) + "}"),
        ACCOUNTS("{matchLabels: {team: ml}}", "{serviceAccounts: " + list(i -> "n" + i + "/*") + "}"),
        LABELS("{matchLabels: {" + joined(i -> "l" + i + ": " + longValue(i)) + "}}", "{}"),
        IN(
                "{matchExpressions: [" + joined(i -> "{key: l" + i + ", operator: In, values: " + allValues(i) + "}")
                        + "]}",
                "{}"),
        NOT_IN(
                "{matchLabels: {l1: " + longValue(1) + "}, matchExpressions: ["
                        + joined(i -> "{key: l" + i + ", operator: NotIn, values: " + list(n -> "v" + n) + "}") + "]}",
                "{}"),
        EXISTS("{matchExpressions: [" + joined(i -> "{key: l" + i + ", operator: Exists}") + "]}", "{}"),
        DOES_NOT_EXIST(
                "{matchLabels: {l1: " + longValue(1) + "}, matchExpressions: ["
                        + joined(i -> "{key: absent" + i + ", operator: DoesNotExist}") + "]}",
                "{}");

        private final String selector;
        private final String exempt;

        Shape(String selector, String exempt) {
            this.selector = selector;
            this.exempt = exempt;
        }

        /** Policies of this shape, each with so many taints, which have keys of their own. */
        String policies(int count, int taints) {
            return IntStream.range(0, count)
                    .mapToObj(number -> """
                            metadata: {name: p%d}
                            spec:
                              match: {namespaceSelector: %s}
                              reserve: {taints: [%s], exempt: %s}
                            """.formatted(
                            number,
                            selector,
                            joined(taints, i -> "{key: k" + number + "-" + i + ", value: v, effect: NoSchedule}"),
                            exempt))
                    .collect(Collectors.joining("---\n"));
        }
    }

    @Test
    void aPolicyWithoutATaintThatCanBeReservedHasNoInsiders() {
        List<Policy> policies = PolicyFixture.all("""
                metadata: {name: pool}
                spec:
                  match: {namespaceSelector: {matchLabels: {team: ml}}}
                  nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}
                  tolerations: [{key: node.kubernetes.io/memory-pressure, operator: Exists}]
                  reserve: {}
                """);

        assertThat(PolicySet.of(policies).reservations())
                .isEqualTo(new Compiled(Reservations.NONE, Set.of(), Map.of()));
    }

    private static String joined(IntFunction<String> each) {
        return joined(MOST, each);
    }

    private static String joined(int count, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(", "));
    }

    private static String list(IntFunction<String> each) {
        return "[" + joined(each) + "]";
    }

    private static String longValue(int number) {
        return "v".repeat(MOST_OF_A_VALUE - 2) + (number + 10);
    }

    /** The long value last. */
    private static String allValues(int number) {
        return "[" + IntStream.range(1, MOST).mapToObj(n -> "w" + n).collect(Collectors.joining(", ")) + ", "
                + longValue(number) + "]";
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>(Map.of("team", "ml"));
        IntStream.range(0, MOST).forEach(i -> labels.put("l" + i, longValue(i)));
        return labels;
    }

    /** A wildcard after 31 other tolerations, of a requester with 30 groups. */
    private static ObjectNode review() {
        ObjectNode review = PodReview.tolerating("[]")
                .in("web")
                .by(
                        "jane",
                        IntStream.range(0, ReservationSize.GROUPS_OF_REQUESTER)
                                .mapToObj(i -> "group-of-the-requester-" + i)
                                .toArray(String[]::new))
                .creation();
        ArrayNode tolerations = ((ObjectNode) review.at("/request/object/spec")).putArray("tolerations");
        IntStream.range(0, 31)
                .forEach(i -> tolerations.addObject().put("key", "other-" + i).put("operator", "Exists"));
        tolerations.addObject().put("operator", "Exists");
        return review;
    }

    @ParameterizedTest
    @EnumSource
    void lookingAtAllCostsAnApiServerNoMoreThanWasCounted(Shape shape) {
        List<Policy> policies = PolicyFixture.all(shape.policies(2, 16));
        Compiled compiled = PolicySet.of(policies).reservations();
        ReservationsGuard guard = ReservationsGuard.of(compiled.reservations());
        long counted = size(policies, compiled).closing();

        long cost = guard.costs(review(), labels()).getOrDefault("closed", 0L);

        assertThat(guard.refusals(review(), labels(), Set.of())).isEmpty();
        assertThat(cost).as("counted %d", counted).isBetween(counted / 3, counted);
    }

    /** The guard of labels looks at every policy twice. */
    @ParameterizedTest
    @EnumSource
    void lookingAtTheLabelsOfANamespaceCostsNoMoreThanWasCounted(Shape shape) {
        List<Policy> policies = PolicyFixture.all(shape.policies(20, 1));
        Compiled compiled = PolicySet.of(policies).reservations();
        ReservationsGuard guard = ReservationsGuard.of(compiled.reservations());
        long counted = size(policies, compiled).entering();

        assertThat(guard.costsOfLabels(labels(), labels()).getOrDefault("entered", 0L))
                .isBetween(counted / 4, counted);
        assertThat(guard.costsOfLabels(Map.of(), labels()).getOrDefault("entered", 0L))
                .isLessThanOrEqualTo(counted);
    }

    /** Lists of tolerations, each as long as it may be, in a namespace outside of everything. */
    private enum Longest {
        OF_ONE_KEY(i -> "{key: k, value: v" + i + ", effect: NoSchedule}"),
        OF_MANY_KEYS(i -> "{key: k" + i + ", value: w" + (i % 2 == 0 ? "}" : ", effect: NoSchedule}")),
        OF_EVERY_VALUE(i -> "{key: k" + i + ", operator: Exists}"),
        OF_WILDCARDS(i -> "{operator: Exists, effect: " + (i % 2 == 0 ? "NoExecute" : "PreferNoSchedule") + "}"),
        LAST_A_WILDCARD(
                i -> i == PodFacts.MAX_TOLERATIONS - 1 ? "{operator: Exists}" : "{key: o" + i + ", operator: Exists}");

        private final IntFunction<String> each;

        Longest(IntFunction<String> each) {
            this.each = each;
        }

        String tolerations() {
            return "[" + joined(PodFacts.MAX_TOLERATIONS, each) + "]";
        }
    }

    /** What policies reserve: as much as fits into the object. */
    private enum Largest {
        MANY_VALUES(i -> "{key: k, value: v" + i + ", effect: NoSchedule}"),
        MANY_KEYS(i -> "{key: k" + i + ", value: v, effect: NoSchedule}"),
        EVERY_VALUE(i -> "{key: k" + i + "}");

        private final IntFunction<String> taint;

        Largest(IntFunction<String> taint) {
            this.taint = taint;
        }

        Compiled compiled() {
            List<Policy> policies = PolicyFixture.all(IntStream.range(0, 60)
                    .mapToObj(number -> """
                            metadata: {name: p%d}
                            spec:
                              match: {namespaceSelector: {matchLabels: {team: ml}}}
                              reserve: {taints: [%s]}
                            """.formatted(number, joined(i -> taint.apply(number * MOST + i))))
                    .collect(Collectors.joining("---\n")));
            return PolicySet.of(policies).reservations();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLongestListCostsNoMoreThanHalfOfWhatAnApiServerAdmits(Largest largest) {
        Compiled compiled = largest.compiled();
        ReservationsGuard guard = ReservationsGuard.of(compiled.reservations());
        PodReview some = pod(Longest.OF_ONE_KEY);
        ObjectNode onANode = some.creation();
        ((ObjectNode) onANode.at("/request/object/spec")).put("nodeName", "n1");
        List<ObjectNode> reviews = new ArrayList<>(
                List.of(onANode, some.update(withOthers(some.creation().at("/request/object")))));
        for (Longest longest : Longest.values()) {
            reviews.add(pod(longest).creation());
        }

        assertThat(compiled.leftOut()).isNotEmpty();
        for (ObjectNode review : reviews) {
            Map<String, Long> costs = guard.costs(review, Map.of());

            assertThat(costs.values())
                    .as(costs.toString())
                    .allSatisfy(cost -> assertThat(cost).isLessThanOrEqualTo(ReservationSize.MAX_STEPS));
            assertThat(costs.values().stream().mapToLong(cost -> cost).sum())
                    .isLessThanOrEqualTo(10 * ReservationSize.MAX_STEPS);
        }
    }

    private static PodReview pod(Longest longest) {
        return PodReview.tolerating(longest.tolerations())
                .in("web")
                .by(
                        "jane",
                        IntStream.range(0, ReservationSize.GROUPS_OF_REQUESTER)
                                .mapToObj(i -> "group-of-the-requester-" + i)
                                .toArray(String[]::new));
    }

    /** The pod with as many tolerations of other keys. */
    private static ObjectNode withOthers(JsonNode pod) {
        ObjectNode stored = pod.deepCopy();
        stored.at("/spec/tolerations").forEach(each -> ((ObjectNode) each).put("key", "other"));
        return stored;
    }

    private static ReservationSize size(List<Policy> policies, Compiled compiled) {
        ReservationSize size = ReservationSize.EMPTY;
        for (Policy policy : policies) {
            if (!compiled.leftOut().contains(policy.name())) {
                size = size.with(
                        policy.name(),
                        new Insiders(
                                policy.match().namespaceSelector(),
                                Objects.requireNonNull(policy.reserve()).exempt()),
                        ReservationsCompiler.openings(policy));
            }
        }
        return size;
    }

    @ParameterizedTest
    @EnumSource
    void theObjectIsNoLargerThanWasCounted(Shape shape) {
        assertObjectFits(PolicyFixture.all(shape.policies(4, MOST)));
    }

    @ManyTrials
    void noObjectIsLargerThanWasCounted(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 25; trial++) {
            assertObjectFits(policies(random));
        }
    }

    private static void assertObjectFits(List<Policy> policies) {
        Compiled compiled = PolicySet.of(policies).reservations();
        long counted = size(policies, compiled).bytes();

        // TotalAnnotationSize in k8s.io/apimachinery.
        int bytes = ReservationsText.of(compiled.reservations()).entrySet().stream()
                .mapToInt(each -> (each.getKey() + each.getValue()).getBytes(StandardCharsets.UTF_8).length)
                .sum();

        assertThat(bytes).as("counted %d", counted).isLessThanOrEqualTo((int) counted);
    }

    @Test
    void aKeyThatIsTooLongForANameSharesItsAnnotation() {
        String key = "a".repeat(63) + ".example.com/gpu";
        Reservations reservations = reservations(
                "metadata: {name: p}\nspec: {match: {namespaceSelector: {matchLabels: {a: ''}}}, reserve: {taints: [{key: "
                        + key + "}, {key: a/b, value: ''}, {key: a_b, effect: NoExecute}]}}\n");

        assertThat(ReservationsText.of(reservations))
                .isEqualTo(Map.of(
                        "policies.tolerant.dev/p0", "p\nlabel a ",
                        "taints.tolerant.dev/a_b", "a/b = * 0\na_b * NoExecute 0",
                        "tolerant.dev/taints", key + " * * 0"));
        assertThat(ReservationsText.read(ReservationsText.of(reservations))).isEqualTo(reservations);
    }

    private static List<Policy> policies(Random random) {
        List<Policy> policies = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            Policy policy = PolicyFixture.of("""
                    metadata: {name: p%d}
                    spec:
                      match: {namespaceSelector: {matchLabels: {team: ml}}}
                      reserve: {taints: [{key: k%d}, {key: k, value: v%d, effect: PreferNoSchedule}], exempt: {users: [u]}}
                    """.formatted(i, i, random.nextInt(2)));
            Exemption exempt = new Exemption(Set.copyOf(names(random)), Set.copyOf(names(random)), Set.of(), Set.of());
            policies.add(new Policy(
                    policy.name(),
                    policy.priority(),
                    policy.mode(),
                    policy.match(),
                    policy.daemonSetTemplates(),
                    policy.tolerations(),
                    policy.requiredNodeAffinity(),
                    policy.preferredNodeAffinity(),
                    policy.nodeFailure(),
                    null,
                    null,
                    new Reserve(Objects.requireNonNull(policy.reserve()).taints(), exempt),
                    NamespaceValues.NONE));
        }
        return policies;
    }

    /** Names with characters that take several bytes, or have a meaning elsewhere. */
    private static List<String> names(Random random) {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> i + ODD.get(random.nextInt(ODD.size())).repeat(1 + random.nextInt(20)))
                .distinct()
                .toList();
    }

    @Test
    void whatDoesNotFitIsLeftOutAndTheOthersStay() {
        String exempt = "{groups: " + list(i -> "g" + i) + "}";
        Map<String, String> policies = new TreeMap<>();
        policies.put("first", policy("first", 9, 64, "{}"));
        policies.put("large", policy("large", 5, 64, exempt));
        policies.put("larger", policy("larger", 4, 64, exempt));
        policies.put("largest", policy("largest", 3, 64, exempt));
        policies.put("small", policy("small", 1, 1, "{}"));
        List<Policy> all = new ArrayList<>(PolicyFixture.all(String.join("---\n", policies.values())));
        Collections.reverse(all);

        Compiled compiled = PolicySet.of(all).reservations();

        assertThat(compiled.leftOut()).containsExactly("largest");
        assertThat(compiled.reservations().policies()).containsOnlyKeys("first", "large", "larger", "small");
        assertThat(compiled.reservations().taints())
                .containsKeys("first-0", "larger-0", "small-0")
                .doesNotContainKey("largest-0");
    }

    @Test
    void anObjectThatIsTooLongIsNotWritten() {
        String users = "{users: " + list(i -> "'" + i + "é".repeat(350) + "'") + "}";
        String policies = IntStream.range(0, 6)
                .mapToObj(i -> policy("p" + i, -i, 1, users))
                .collect(Collectors.joining("---\n"));

        Compiled compiled = PolicySet.of(PolicyFixture.all(policies)).reservations();

        assertThat(compiled.leftOut()).containsExactly("p5");
    }

    private static String policy(String name, int priority, int taints, String exempt) {
        return """
                metadata: {name: %s}
                spec:
                  priority: %d
                  match: {namespaceSelector: {matchLabels: {team: ml}}}
                  reserve: {taints: [%s], exempt: %s}
                """.formatted(name, priority, joined(taints, i -> "{key: " + name + "-" + i + "}"), exempt);
    }

    private static final String ML_POOL = """
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: gpu, operator: Equal, value: ml, effect: NoSchedule}]
              reserve: {}
            """;
    private static final String BATCH = """
            metadata: {name: batch}
            spec:
              match: {namespaceSelector: {matchLabels: {team: batch}}}
              reserve: {taints: [{key: batch}]}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    match: {}, tolerations: [{key: gpu, value: ml, effect: NoSchedule}]                    | true
                    match: {}, tolerations: [{operator: Exists}]                                           | true
                    match: {}, tolerations: [{key: gpu, value: web, effect: NoSchedule}]                   | false
                    match: {}, tolerations: [{key: other, operator: Exists}]                               | false
                    match: {}, mode: Audit, tolerations: [{operator: Exists}]                              | false
                    match: {}, tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists}]        | false
                    'match: {namespaceSelector: {matchLabels: {team: ml}}}, tolerations: [{operator: Exists}]'         | false
                    'match: {namespaceSelector: {matchLabels: {team: ml, a: b}}}, tolerations: [{operator: Exists}]'   | false
                    'match: {namespaceSelector: {matchLabels: {team: web}}}, tolerations: [{operator: Exists}]'        | true
                    """)
    void aPolicyThatGivesWhatAnotherReservesIsClosed(String spec, boolean closed) {
        String other = "metadata: {name: other}\nspec: {" + spec + "}\n";

        Compiled compiled =
                PolicySet.of(PolicyFixture.all(ML_POOL + "---\n" + other)).reservations();

        assertThat(compiled.closed().keySet()).isEqualTo(closed ? Set.of("other") : Set.of());
        assertThat(compiled.closed().values())
                .allSatisfy(entry -> assertThat(entry.taint()).hasToString("gpu=ml:NoSchedule"));
    }

    private static Reservations reservations(String policies) {
        return PolicySet.of(PolicyFixture.all(policies)).reservations().reservations();
    }

    @Test
    void whatAPolicyReservedIsKeptWhileItCannotBeRead() {
        Reservations before = reservations(ML_POOL + "---\n" + BATCH);
        Reservations now = reservations(BATCH);

        assertThat(now.keeping(Set.of(), Map.of(), before)).isEqualTo(now);
        assertThat(now.keeping(Set.of("gone"), Map.of(), before)).isEqualTo(now);
        assertThat(now.keeping(Set.of("ml-pool"), Map.of(), before)).isEqualTo(before);
        assertThat(Reservations.NONE.keeping(Set.of("ml-pool"), Map.of(), before))
                .isEqualTo(reservations(ML_POOL));
    }

    @Test
    void whoIsInsideIsAlwaysWhatThePresentPolicySays() {
        Reservations before = reservations(ML_POOL + "---\n" + BATCH);
        Reservations changed = reservations(BATCH.replace("team: batch", "team: night"));
        Insiders others = new Insiders(LabelSelector.EVERYTHING, Exemption.NOBODY);

        assertThat(changed.keeping(Set.of("batch"), Map.of(), before)).isEqualTo(changed);
        assertThat(Reservations.NONE
                        .keeping(Set.of(), Map.of("ml-pool", others), before)
                        .policies())
                .isEqualTo(Map.of("ml-pool", others));
        assertThat(Reservations.NONE
                        .keeping(Set.of(), Map.of("ml-pool", others), before)
                        .taints())
                .isEqualTo(reservations(ML_POOL).taints());
        assertThat(Reservations.NONE.keeping(Set.of(), Map.of("new", others), before))
                .isEqualTo(Reservations.NONE);
    }

    @Test
    void whatIsKeptMayBeTooMuch() {
        String exempt = "{groups: " + list(i -> "g" + i) + "}";
        Reservations some = reservations(policy("a", 2, 64, exempt) + "---\n" + policy("b", 1, 64, exempt));
        Reservations others = reservations(policy("c", 2, 64, exempt) + "---\n" + policy("d", 1, 64, exempt));

        assertThat(ReservationsCompiler.fit(some)).isTrue();
        assertThat(ReservationsCompiler.fit(some.keeping(Set.of("c"), Map.of(), others)))
                .isFalse();
    }
}
