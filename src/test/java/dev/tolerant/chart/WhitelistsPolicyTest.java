package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the API server refuses for a whitelist by itself, and what that costs it. */
class WhitelistsPolicyTest {
    private static final String POOL =
            "metadata: {name: pool}\nspec: {match: {podSelector: {matchLabels: {team: ml}}}, tolerations: [{key: pool}]}";
    private static final String SPOT = "[{\"key\": \"spot\", \"operator\": \"Exists\"}]";
    private static final String OWNED =
            "{metadata: {name: a, labels: {team: %s}, managedFields: [{fieldsV1: {f:spec: {f:tolerations: {}}}}]},"
                    + " spec: {containers: [{name: c}], tolerations: [%s]%s}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web | {key: spot, operator: Exists} | | true",
                "web | {key: spot, value: x, effect: NoSchedule} | | true",
                "web | {operator: Exists} | | false",
                "web | {key: pool} | | false",
                "ml | {key: pool} | | true",
                "ml | {key: pool, value: other} | | false",
                "web | {key: pool} | , runtimeClassName: kata | true",
                "web | {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300} | | true",
                "web | {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 77} | | false",
            })
    void aPodIsMadeOrRefused(String team, String toleration, @Nullable String more, boolean made) {
        JsonNode review = review(OWNED.formatted(team, toleration, more == null ? "" : more));

        List<String> refusals = WhitelistsPolicy.of(injections(POOL, SPOT)).refusals(review, shop(SPOT));

        assertThat(refusals.isEmpty()).isEqualTo(made);
        assertThat(refusals).allMatch(each -> each.contains("is not in the whitelist of namespace shop; remove it"));
    }

    @Test
    void whereTheNamespaceHasChangedSinceNothingIsRefused() {
        WhitelistsPolicy policy = WhitelistsPolicy.of(injections(POOL, SPOT));
        JsonNode review = review(OWNED.formatted("web", "{key: other}", ""));
        Namespace labelled = new NamespaceBuilder(shop(SPOT))
                .editMetadata()
                .addToLabels("a", "b")
                .endMetadata()
                .build();

        assertThat(policy.refusals(review, shop(SPOT))).isNotEmpty();
        assertThat(policy.refusals(review, shop("[{\"key\": \"other\"}]"))).isEmpty();
        assertThat(policy.refusals(review, labelled)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata: {name: stays}\nspec: {match: {os: windows}, tolerations: [{key: os}]}",
                "metadata: {name: stays}\nspec: {match: {nodeSelector: {a: b}}, tolerations: [{key: os}]}"
            })
    void whereAPolicyStaysThatMayMatchNothingIsRefused(String policy) {
        assertThat(injections(policy, SPOT).staying()).containsKey("stays");
        assertThat(injections(policy, SPOT).whitelists()).isEmpty();
        assertThat(injections(policy.replace("match: {", "match: {namespaceSelector: {matchLabels: {team: x}}, "), SPOT)
                        .whitelists())
                .containsKey("shop");
    }

    @ParameterizedTest
    @CsvSource({"32, true", "33, false"})
    void aLongerWhitelistIsLeftToTheProgram(int entries, boolean judged) {
        assertThat(injections(POOL, list(entries)).whitelists().isEmpty()).isNotEqualTo(judged);
    }

    /**
     * PerCallLimit and RuntimeCELCostBudget of k8s.io/apiserver, pkg/apis/cel. Costs grow with the list, and where the stored pod's is as long,
     * by at most as much again; a tenth of the list is asked, because dev.cel is slow.
     */
    @Test
    void theLongestListCostsLessThanHalfOfTheBudget() {
        String whitelist = list(Injections.MAX_WHITELIST);
        String policies = IntStream.range(0, 4)
                .mapToObj(i -> "metadata: {name: p" + i + "}\nspec: {match: {}, tolerations: ["
                        + each(64, "{key: pool, value: v" + i + "-%d}") + "]}\n")
                .collect(Collectors.joining("---\n"));
        String own =
                each(PodFacts.MAX_TOLERATIONS / 10, "{key: pool, value: o%d, effect: NoExecute, tolerationSeconds: 5}");
        String pod = OWNED.formatted("web", own, "");
        WhitelistsPolicy policy = WhitelistsPolicy.of(injections(policies, whitelist));
        JsonNode update = PodReview.update(pod, pod.replace("pool", "another"));

        Map<String, Long> costs = policy.costs(update, shop(whitelist));

        assertThat(policy.refusals(update, shop(whitelist))).hasSize(1);
        assertThat(costs)
                .allSatisfy((name, cost) -> assertThat(2 * 10 * cost).as(name).isLessThan(1_000_000 / 2));
        assertThat(2 * 10 * costs.values().stream().mapToLong(Long::longValue).sum())
                .isLessThan(10_000_000 / 2);
    }

    private static String each(int count, String item) {
        return IntStream.range(0, count).mapToObj(item::formatted).collect(Collectors.joining(", "));
    }

    private static JsonNode review(String object) {
        return PodReview.pod(object).in("shop").creation();
    }

    private static String list(int entries) {
        return "[" + each(entries, "{\"key\": \"pool\", \"value\": \"w%d\", \"effect\": \"NoExecute\"}") + "]";
    }

    private static Namespace shop(String whitelist) {
        return NamespaceFixture.annotated(NamespaceFacts.TOLERATIONS_WHITELIST, whitelist);
    }

    private static Injections injections(String policies, String whitelist) {
        TolerantConfig config = WholeProgram.config(Map.of());
        return InjectionsCompiler.compile(
                PolicySet.of(PolicyFixture.all(policies)),
                Reservations.NONE,
                List.of(NamespaceFixture.read(shop(whitelist), config)),
                EngineFactory.injected(config));
    }
}
