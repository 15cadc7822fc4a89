package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.StrictPatch;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the policy of injections costs an API server, and what it must not say. */
class InjectionsPolicyTest {
    /** Half of what an API server lets one expression cost (PerCallLimit in k8s.io/apiserver, pkg/apis/cel). */
    private static final long MOST = 1_000_000 / 2;
    /** The same of all expressions of a policy (RuntimeCELCostBudget there). */
    private static final long MOST_OF_ALL = 10_000_000 / 2;

    /** Other forms failed on 1.36. */
    @Test
    void eachItemOfAListIsAddedByItsOwnOperation() {
        assertThat(InjectionsPolicy.mutations())
                .hasSize(2)
                .allSatisfy(expression -> assertThat(expression)
                        .contains("value: []")
                        .doesNotContainPattern("value:\\s*(\\[[^]]|variables\\.\\w+\\.(map|filter))"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // What the pod has, what the update has, and what is stored.
                "[NOT_READY 60}, UNREACHABLE 60}, POOL] | [NOT_READY 300}, UNREACHABLE 300}] | [NOT_READY 60}, UNREACHABLE 60}, POOL]",
                "[NOT_READY 60}, UNREACHABLE}] | [NOT_READY 300}, UNREACHABLE 300}] | [NOT_READY 60}, UNREACHABLE}]",
                "[POOL, OWN] | | [POOL, OWN]",
                "[POOL, NOT_READY 60}] | [NOT_READY 300}, NEW, UNREACHABLE 300}] | [NOT_READY 60}, NEW, UNREACHABLE 300}, POOL]",
                "[NOT_READY 60}] | [NOT_READY 20}] | [NOT_READY 20}]",
                "[POOL] | [POOL] | [POOL]",
                "| [NEW] | [NEW]",
            })
    void anUpdateKeepsWhatThePodHas(@Nullable String stored, @Nullable String sent, String kept) {
        assertThat(updated(stored, sent, "{f:spec: {f:containers: {}}}"))
                .isEqualTo(tolerations(Yaml.tree(written(kept))));
    }

    @Test
    void theSecondsThatAClientWritesStand() {
        assertThat(updated("[NOT_READY 60}]", "[NOT_READY 300}]", "{f:spec: {f:tolerations: {}}}"))
                .isEqualTo(tolerations(Yaml.tree(written("[NOT_READY 300}]"))));
    }

    @Test
    void anUpdateOfTheLongestListsCostsATenthOfTheBudget() {
        String list = "[" + each(PodFacts.MAX_TOLERATIONS, "{key: " + "k".repeat(60) + "%d, operator: Exists}") + "]";
        JsonNode review = update(list, list.replace("Exists", "Equal"), "{f:spec: {}}");

        Map<String, Long> costs = InjectionsPolicy.restoring().costs(review, Map.of());

        assertThat(InjectionsPolicy.restoring().patch(review, Map.of())).hasSize(PodFacts.MAX_TOLERATIONS);
        assertThat(costs.values()).allMatch(cost -> cost < MOST);
        assertThat(costs.values().stream().mapToLong(Long::longValue).sum()).isLessThan(MOST_OF_ALL);
    }

    private static List<Toleration> updated(@Nullable String stored, @Nullable String sent, String fields) {
        JsonNode review = update(stored, sent, fields);
        JsonNode patch = InjectionsPolicy.restoring().patch(review, Map.of());
        return tolerations(
                StrictPatch.apply(patch, review.at("/request/object")).at("/spec/tolerations"));
    }

    private static JsonNode update(@Nullable String stored, @Nullable String sent, String fields) {
        return PodReview.update(object(sent, fields), object(stored, fields));
    }

    private static String object(@Nullable String tolerations, String fields) {
        return "{metadata: {name: a, managedFields: [{manager: kubectl, operation: Update, fieldsV1: " + fields
                + "}]}, spec: {containers: [{name: c}]"
                + (tolerations == null ? "" : ", tolerations: " + written(tolerations)) + "}}";
    }

    private static String written(String list) {
        return list.replaceAll("(NOT_READY|UNREACHABLE) (\\d+)", "$1, tolerationSeconds: $2")
                .replace("NOT_READY", "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute")
                .replace("UNREACHABLE", "{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute")
                .replace("POOL", "{key: pool, operator: Equal, value: ml, effect: NoSchedule}")
                .replace("OWN", "{key: own, operator: Exists}")
                .replace("GPU", "{key: a.b/gpu, operator: Exists, effect: NoSchedule}")
                .replace("NEW", "{key: new, value: x}");
    }

    private static List<Toleration> tolerations(JsonNode list) {
        List<Toleration> tolerations = new ArrayList<>();
        list.forEach(each -> tolerations.add(Toleration.written(
                each.path("key").asText(),
                each.path("operator").asText(),
                each.path("value").asText(),
                each.path("effect").asText(),
                each.has("tolerationSeconds") ? each.path("tolerationSeconds").asLong() : null)));
        return tolerations;
    }

    /** The same are asked of a real API server. */
    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.InjectionsCase#all")
    void aNewPodGetsByTheChartsExpressions(InjectionsCase each) {
        JsonNode review =
                PodReview.pod(each.object().toString()).in(each.namespace()).creation();

        JsonNode patch = InjectionsPolicy.of(InjectionsCase.injections())
                .patch(review, InjectionsCase.NAMESPACES.get(each.namespace()));

        assertThat(InjectionsCase.storedOf(StrictPatch.apply(patch, review.at("/request/object"))))
                .isEqualTo(each.stored());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // Who owns the list, what the API server made of it, and what is stored with 60 and 45 seconds.
                "Update | [OWN, NOT_READY 300}, UNREACHABLE 300}] | [OWN, NOT_READY 60}, UNREACHABLE 45}]",
                "Update | [NOT_READY 300}, UNREACHABLE 300}] | [NOT_READY 300}, UNREACHABLE 300}]",
                "Apply  | [NOT_READY 300}, UNREACHABLE 300}] | [NOT_READY 60}, UNREACHABLE 45}]",
                "Update | [NOT_READY 100}, UNREACHABLE 300}] | [NOT_READY 100}, UNREACHABLE 45}]",
                "Update | [UNREACHABLE 100}, NOT_READY 300}] | [UNREACHABLE 100}, NOT_READY 60}]",
                "Update | [OWN, UNREACHABLE 300}, NOT_READY 300}] | [OWN, UNREACHABLE 300}, NOT_READY 60}]",
                "Update | [OWN, NOT_READY 300}, UNREACHABLE 300}, GPU] | [OWN, NOT_READY 60}, UNREACHABLE 45}, GPU]",
                "Update | [OWN, NOT_READY 300}, UNREACHABLE 300}, NEW] | [OWN, NOT_READY 300}, UNREACHABLE 300}, NEW]",
                "Update | [OWN, NOT_READY 300}, NEW, UNREACHABLE 300}] | [OWN, NOT_READY 300}, NEW, UNREACHABLE 45}]",
                "Update | [OWN, NOT_READY 30}, UNREACHABLE 30}] | [OWN, NOT_READY 30}, UNREACHABLE 30}]",
            })
    void anEntryThatStandsWhereTheApiServerAppendsItsOwnGetsOtherSeconds(String operation, String made, String stored) {
        String fields = "[{operation: " + operation + ", fieldsV1: {f:spec: {f:tolerations: {}}}}]";
        JsonNode pod = Yaml.tree(
                "{metadata: {name: a, managedFields: " + fields + "}, spec: {containers: [{name: c, resources:"
                        + " {limits: {a.b/gpu: '1'}}}], tolerations: " + written(made) + "}}");
        JsonNode review = PodReview.aPod().in("web").with(pod);

        JsonNode patch = InjectionsPolicy.of(InjectionsCase.injections()).patch(review, Map.of());

        // Behind them is what the resource gives.
        assertThat(tolerations(StrictPatch.apply(patch, pod).at("/spec/tolerations")))
                .startsWith(tolerations(Yaml.tree(written(stored))).toArray(Toleration[]::new));
    }

    @Test
    void anObjectOfAnotherFormGivesNothing() {
        Injections injections = injections(policies(1, "match: {}, tolerations: [{key: spot, operator: Exists}]"));
        JsonNode review = PodReview.aPod().creation();

        assertThat(InjectionsPolicy.of(injections).patch(review, Map.of())).isNotEmpty();
        assertThat(InjectionsPolicy.ofOtherForm(injections).patch(review, Map.of()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "3000, 3000, PodTolerationRestriction may drop",
        "6000, 0, more namespaces than the object Injections can name"
    })
    void theObjectFitsHoweverManyNamespacesAreLeftToTheProgram(int namespaces, int named, String reason) {
        TolerantConfig config = WholeProgram.config(Map.of("rules.namespace-annotations.api-server-enforces", "true"));
        List<NamespaceFacts> annotated = IntStream.range(0, namespaces)
                .mapToObj(i -> new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("n".repeat(50) + i)
                        .addToAnnotations(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"a\"}]")
                        .endMetadata()
                        .build())
                .map(namespace -> NamespaceFixture.read(namespace, config))
                .toList();

        Injections injections = InjectionsCompiler.compile(
                PolicySet.of(PolicyFixture.all(policies(1, "match: {}, tolerations: [{key: spot, operator: Exists}]"))),
                Reservations.NONE,
                annotated,
                EngineFactory.injected(config));

        assertThat(injections.namespaces()).hasSize(named);
        assertThat(injections.staying().values()).singleElement().asString().contains(reason);
        assertThat(InjectionsPolicy.size(injections)).isLessThan(1_000_000);
    }

    @Test
    void aLargePodCostsATenthOfTheBudgetHoweverManyPoliciesThereAre() {
        long few = dearest(10);
        long many = dearest(600);

        assertThat(many).isLessThan(MOST / 5).isLessThan(few + few / 10);
    }

    /** Of a pod of one of so many teams, with 32 tolerations and ten terms. */
    private static long dearest(int policies) {
        Injections injections = injections(each(policies, """
                        metadata: {name: p%1$d}
                        spec:
                          match: {namespaceSelector: {matchLabels: {team: t%1$d}}}
                          tolerations: [{key: a, value: v%1$d}, {key: b, value: v%1$d}, {key: c, value: v%1$d}, {key: d, value: v%1$d}]
                          requiredNodeAffinity: [{key: pool, operator: In, values: [p%1$d]}]
                        """, "---\n"));
        JsonNode review = pod(each(30, "{key: k%d, operator: Exists, effect: NoSchedule}"), 10);
        InjectionsPolicy policy = InjectionsPolicy.of(injections);
        Map<String, String> labels = Map.of("team", "t7");

        assertThat(policy.patch(review, labels)).hasSize(14);
        return Collections.max(policy.costs(review, labels).values());
    }

    /** What costs most of the tolerations that are given, until there is no room for more. */
    static Stream<Injections> offered() {
        String tolerations = "{key: %s, operator: Equal, value: %s%%d, effect: NoSchedule}";
        String ofOneKey = each(64, tolerations.formatted("pool", "v"));
        String long64 = each(64, tolerations.formatted("a".repeat(253) + "/" + "b".repeat(63), "v".repeat(60)));
        return Stream.of(
                injections(
                        policies(4, "match: {}, tolerations: [" + ofOneKey.replace("value: v", "value: p%1$dv") + "]")),
                injections(
                        policies(9, "match: {}, tolerations: [" + long64.replace("value: vv", "value: p%1$d") + "]")),
                injections("", 250));
    }

    /** What costs most of all else. */
    static Stream<Injections> matched() {
        return Stream.of(
                injections(policies(600, "match: {}, tolerations: [{key: spot, operator: Exists}]")),
                injections(policies(
                        700,
                        "match: {exclude: [" + each(16, "{podSelector: {matchLabels: {a%d: b}}}")
                                + "]}, tolerations: [{key: spot, operator: Exists}]")),
                injections(policies(
                        64,
                        "match: {}, requiredNodeAffinity: [{key: zone, operator: In, values: [" + each(63, "z%d")
                                + ", p%1$d]}], preferredNodeAffinity: [{weight: 1, key: zone, operator: In, values: ["
                                + each(63, "z%d") + ", p%1$d]}]")));
    }

    @ParameterizedTest
    @MethodSource("offered")
    void noExpressionCostsAPodOfTheLongestListMoreThanHalfOfItsBudget(Injections injections) {
        int own = PodFacts.MAX_TOLERATIONS - 2;
        for (String list : List.of(
                each(own, "{key: pool, operator: Equal, value: o%d, effect: NoSchedule}"),
                each(own - 1, "{key: k%d, operator: Exists}") + ", {operator: Exists}")) {
            assertCheap(injections, list);
        }
    }

    @ParameterizedTest
    @MethodSource("matched")
    void norDoesWhatElsePoliciesHave(Injections injections) {
        assertCheap(injections, each(20, "{key: k%d, operator: Exists}"));
    }

    @Test
    void whatWouldCostMoreStaysAndIsSaid() {
        String of64 = "match: {}, tolerations: [" + each(64, "{key: pool, value: p%%1$dv%d}") + "]";
        String ofTeam = of64.replace("{}", "{namespaceSelector: {matchLabels: {team: t%1$d}}}");

        assertThat(injections(policies(4, of64)).staying()).isEmpty();
        assertThat(injections(policies(9, of64)).staying())
                .containsOnlyKeys("p4", "p5", "p6", "p7", "p8")
                .allSatisfy((name, why) -> assertThat(why).contains("it could give one pod more than"));
        assertThat(injections(policies(9, ofTeam)).staying()).isEmpty();
        assertThat(injections(policies(9, ofTeam), 250).namespaces().get("shop").left())
                .isFalse();
        assertThat(injections(policies(1, of64), 250).namespaces().get("shop").left())
                .isTrue();
    }

    @Test
    void nothingIsAddedBeyondWhatTheProgramAdds() {
        JsonNode review = pod(each(PodFacts.GIVEN_UP_TO - 12, "{key: k%d, operator: Exists}"), 0);
        InjectionsPolicy policy = InjectionsPolicy.of(
                injections(policies(1, "match: {}, tolerations: [" + each(64, "{key: p%d, operator: Exists}") + "]")));

        assertThat(policy.patch(review, Map.of())).hasSize(10);
        assertThat(policy.patch(pod(each(PodFacts.MAX_TOLERATIONS - 1, "{key: k%d, operator: Exists}"), 0), Map.of()))
                .isEmpty();
    }

    private static void assertCheap(Injections injections, String list) {
        Map<String, Long> costs = InjectionsPolicy.of(injections).costs(pod(list, 10), Map.of());

        assertThat(costs).allSatisfy((name, cost) -> assertThat(cost).as(name).isLessThan(MOST));
        assertThat(costs.values().stream().mapToLong(Long::longValue).sum()).isLessThan(MOST_OF_ALL);
    }

    private static String each(int count, String item) {
        return each(count, item, ", ");
    }

    private static String each(int count, String item, String between) {
        return IntStream.range(0, count).mapToObj(item::formatted).collect(Collectors.joining(between));
    }

    private static String policies(int count, String spec) {
        return IntStream.range(0, count)
                .mapToObj(i -> "metadata: {name: p" + i + "}\nspec: {" + spec.replace("%1$d", "" + i) + "}\n")
                .collect(Collectors.joining("---\n"));
    }

    private static Injections injections(String policies) {
        return injections(policies, 0);
    }

    private static Injections injections(String policies, int defaults) {
        String list = IntStream.range(0, defaults)
                .mapToObj("{\"key\": \"pool\", \"value\": \"d%d\", \"effect\": \"NoSchedule\"}"::formatted)
                .collect(Collectors.joining(", ", "[", "]"));
        TolerantConfig config = WholeProgram.config(Map.of());
        return InjectionsCompiler.compile(
                PolicySet.of(PolicyFixture.all(policies)),
                Reservations.NONE,
                List.of(NamespaceFixture.read(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("shop")
                                .addToAnnotations(NamespaceFacts.DEFAULT_TOLERATIONS, list)
                                .endMetadata()
                                .build(),
                        config)),
                EngineFactory.injected(config));
    }

    /** With this list, the pair of the API server and so many terms. */
    private static JsonNode pod(String tolerations, int terms) {
        String failed = "{key: node.kubernetes.io/%s, operator: Exists, effect: NoExecute, tolerationSeconds: 300}";
        return PodReview.pod("{spec: {containers: [{name: main}], tolerations: [" + tolerations + ", "
                        + failed.formatted("not-ready") + ", " + failed.formatted("unreachable")
                        + "], affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: ["
                        + each(terms, "{matchExpressions: [{key: zone, operator: In, values: [z%d]}]}") + "]}}}}}")
                .in("shop")
                .creation();
    }
}
