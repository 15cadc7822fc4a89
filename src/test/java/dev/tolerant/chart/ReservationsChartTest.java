package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ParamRef;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard of what policies reserve, as the chart makes it. */
class ReservationsChartTest {
    private static final RenderedChart CHART = RenderedChart.ofDefaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tolerant-reservations",
                "tolerant-namespace-labels",
                "tolerant-toleration-count",
                "tolerant-reservations-writer"
            })
    void everyExpressionCompilesInTheOldestVersion(String name) {
        assertThat(new AdmissionPolicy(
                        CHART.named(ValidatingAdmissionPolicy.class, name).getSpec()))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[1], [2]].flatten()",
                "[2, 1].sort()",
                "[2, 1].sortBy(n, n)",
                "[1, 1].distinct()",
                "lists.range(3)",
                "{'a': 1}.all(k, v, v == 1)",
                "{'a': 1}.transformMap(k, v, v)",
                "{'a': 1}.transformList(k, v, v)",
                "cel.bind(a, 1, a)",
                "{'a': 1, 'b': 'c'}",
                "variables.unknown",
            })
    void whatTheOldestVersionDoesNotKnowDoesNotCompile(String expression) {
        assertThatThrownBy(() -> Cel.of(expression)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aListThatIsLongerThanCanBeJudgedIsRefused() {
        String most = "{operator: Exists}, ".repeat(PodFacts.MAX_TOLERATIONS);
        ObjectNode longest = PodReview.tolerating("[" + most + "]").creation();
        ObjectNode longer =
                PodReview.tolerating("[" + most + "{operator: Exists}]").creation();

        assertThat(ReservationsGuard.refusalsOfCount(longest)).isEmpty();
        assertThat(ReservationsGuard.refusalsOfCount(longer))
                .containsExactly("the pod has more than " + PodFacts.MAX_TOLERATIONS
                        + " tolerations, which is more than can be judged; remove some of them");
        assertThat(ReservationsGuard.refusalsOfCount(
                        PodReview.update(longer.at("/request/object"), longest.at("/request/object"))))
                .hasSize(1);
        assertThat(ReservationsGuard.refusalsOfCount(
                        PodReview.update(longer.at("/request/object"), longer.at("/request/object"))))
                .isEmpty();
        assertThat(ReservationsGuard.of(Reservations.NONE).looksAt(longer)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # who            | before                              | after                               | allowed
                    program          | null                                | {tolerant.dev/taints: x}            | true
                    program          | {tolerant.dev/taints: x}            | {tolerant.dev/taints: y}            | true
                    admin            | null                                | {}                                  | false
                    admin            | {tolerant.dev/taints: x}            | {tolerant.dev/taints: y}            | false
                    admin            | {taints.tolerant.dev/gpu: x}        | {}                                  | false
                    admin            | {}                                  | {policies.tolerant.dev/p0: x}       | false
                    admin            | {tolerant.dev/taints: x}            | {tolerant.dev/taints: x, other: y}  | true
                    admin            | {tolerant.dev/taints: x, other: y}  | {tolerant.dev/taints: x}            | true
                    """)
    void theProgramsAccountAloneWritesTheObject(String who, String before, String after, boolean allowed) {
        AdmissionPolicy policy =
                new AdmissionPolicy(CHART.named(ValidatingAdmissionPolicy.class, "tolerant-reservations-writer")
                        .getSpec());
        boolean isNew = before.equals("null");

        List<String> denials = policy.denials(Map.of(
                "request",
                Map.of(
                        "operation",
                        isNew ? "CREATE" : "UPDATE",
                        "userInfo",
                        Map.of(
                                "username",
                                who.equals("program")
                                        ? "system:serviceaccount:" + RenderedChart.NAMESPACE + ":tolerant"
                                        : who)),
                "oldObject",
                isNew ? Cel.variable(NullNode.getInstance()) : account(before),
                "object",
                account(after)));

        assertThat(denials).hasSize(allowed ? 0 : 1);
    }

    private static Object account(String annotations) {
        return Cel.variable(
                Yaml.tree("{metadata: {name: " + ReservationsText.OBJECT + ", annotations: " + annotations + "}}"));
    }

    @Test
    void theGuardFindsTheObjectWhereTheProgramWritesIt() {
        for (String name : List.of("tolerant-reservations", "tolerant-namespace-labels")) {
            ParamRef param = CHART.named(ValidatingAdmissionPolicyBinding.class, name)
                    .getSpec()
                    .getParamRef();

            assertThat(List.of(param.getName(), param.getNamespace(), param.getParameterNotFoundAction()))
                    .containsExactly(ReservationsText.OBJECT, RenderedChart.NAMESPACE, "Allow");
        }
    }
}
