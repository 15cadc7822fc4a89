package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.Injections;
import dev.tolerant.engine.model.InjectionsCompiler;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.promise.StrictPatch;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.WholeProgram;
import dev.tolerant.setup.EngineFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the policy of injections costs an API server, and what it must not say. */
class InjectionsPolicyTest {
    /** A tenth of what an API server lets one expression cost (PerCallLimit in k8s.io/apiserver, pkg/apis/cel). */
    private static final long TENTH = 100_000;

    /** API servers of 1.36 panic there, and refuse the pod, whatever failurePolicy says. */
    @Test
    void noValueOfAPatchIsAListOfObjects() {
        assertThat(InjectionsPolicy.mutation())
                .contains("value: []")
                .doesNotContainPattern("value:\\s*(\\[[^]]|variables\\.\\w+\\.(map|filter))");
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.InjectionsCase#all")
    void anApiServerWithoutTheProgramStores(InjectionsCase each) {
        JsonNode review =
                PodReview.pod(each.object().toString()).in(each.namespace()).creation();
        JsonNode patch = InjectionsPolicy.of(InjectionsCase.injections())
                .patch(review, InjectionsCase.NAMESPACES.get(each.namespace()));
        JsonNode stored = InjectionsCase.storedOf(StrictPatch.apply(patch, review.at("/request/object")));

        assertThat(stored).isEqualTo(each.stored());
    }

    @Test
    void aLargePodCostsATenthOfTheBudgetHoweverManyPoliciesThereAre() {
        long few = cost(10);
        long many = cost(600);

        assertThat(many).isLessThan(TENTH).isLessThan(few + few / 10);
    }

    /** Of a pod of one of so many teams, with 32 tolerations and ten terms. */
    private static long cost(int policies) {
        String yaml = IntStream.range(0, policies).mapToObj("""
                        metadata: {name: p%1$d}
                        spec:
                          match: {namespaceSelector: {matchLabels: {team: t%1$d}}}
                          tolerations: [{key: a, value: v%1$d}, {key: b, value: v%1$d}, {key: c, value: v%1$d}, {key: d, value: v%1$d}]
                          requiredNodeAffinity: [{key: pool, operator: In, values: [p%1$d]}]
                        """::formatted).collect(Collectors.joining("---\n"));
        Injections injections = InjectionsCompiler.compile(
                PolicySet.of(PolicyFixture.all(yaml)),
                Reservations.NONE,
                List.of(),
                EngineFactory.injected(WholeProgram.config(Map.of())));
        String tolerations = IntStream.range(0, 30)
                .mapToObj("{key: k%d, operator: Exists, effect: NoSchedule}"::formatted)
                .collect(Collectors.joining(", "));
        String failed = "{key: node.kubernetes.io/%s, operator: Exists, effect: NoExecute, tolerationSeconds: 300}";
        String terms = IntStream.range(0, 10)
                .mapToObj("{matchExpressions: [{key: zone, operator: In, values: [z%d]}]}"::formatted)
                .collect(Collectors.joining(", "));
        JsonNode review = PodReview.pod("{spec: {containers: [{name: main}], tolerations: [" + tolerations + ", "
                        + failed.formatted("not-ready") + ", " + failed.formatted("unreachable")
                        + "], affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: ["
                        + terms + "]}}}}}")
                .creation();
        InjectionsPolicy policy = InjectionsPolicy.of(injections);
        Map<String, String> labels = Map.of("team", "t7");

        assertThat(policy.patch(review, labels)).hasSize(14);
        return policy.cost(review, labels);
    }
}
