package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.testing.PolicyFixture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Label selectors with all of Kubernetes' operators. */
class LabelSelectorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // selector                                                                   | labels    | matches
                "{}                                                                           | -         | true",
                "{}                                                                           | a=1       | true",
                "{matchLabels: {}, matchExpressions: []}                                      | a=1       | true",
                "{matchLabels: {a: '1'}}                                                      | a=1       | true",
                "{matchLabels: {a: '1'}}                                                      | a=1,b=2   | true",
                "{matchLabels: {a: '1'}}                                                      | a=2       | false",
                "{matchLabels: {a: '1'}}                                                      | b=1       | false",
                "{matchLabels: {a: '1'}}                                                      | -         | false",
                "{matchLabels: {a: '1', b: '2'}}                                              | a=1       | false",
                "{matchLabels: {a: '1', b: '2'}}                                              | a=1,b=2   | true",
                "{matchLabels: {a: ''}}                                                       | a=        | true",
                "{matchLabels: {a: ''}}                                                       | -         | false",
                "{matchExpressions: [{key: a, operator: In, values: ['1', '2']}]}             | a=1       | true",
                "{matchExpressions: [{key: a, operator: In, values: ['1', '2']}]}             | a=2       | true",
                "{matchExpressions: [{key: a, operator: In, values: ['1', '2']}]}             | a=3       | false",
                "{matchExpressions: [{key: a, operator: In, values: ['1', '2']}]}             | b=1       | false",
                "{matchExpressions: [{key: a, operator: NotIn, values: ['1', '2']}]}          | a=1       | false",
                "{matchExpressions: [{key: a, operator: NotIn, values: ['1', '2']}]}          | a=3       | true",
                "{matchExpressions: [{key: a, operator: NotIn, values: ['1', '2']}]}          | -         | true",
                "{matchExpressions: [{key: a, operator: Exists}]}                             | a=        | true",
                "{matchExpressions: [{key: a, operator: Exists}]}                             | b=1       | false",
                "{matchExpressions: [{key: a, operator: DoesNotExist}]}                       | a=        | false",
                "{matchExpressions: [{key: a, operator: DoesNotExist}]}                       | b=1       | true",
                "{matchExpressions: [{key: a, operator: Exists}, {key: b, operator: DoesNotExist}]} | a=1     | true",
                "{matchExpressions: [{key: a, operator: Exists}, {key: b, operator: DoesNotExist}]} | a=1,b=2 | false",
                "{matchLabels: {a: '1'}, matchExpressions: [{key: b, operator: Exists}]}      | a=1       | false",
                "{matchLabels: {a: '1'}, matchExpressions: [{key: b, operator: Exists}]}      | a=1,b=2   | true",
            })
    void aSelectorMatchesAsInKubernetes(String selector, @Nullable String labels, boolean matches) {
        LabelSelector compiled = PolicyFixture.of(
                        "{metadata: {name: p}, spec: {match: {podSelector: " + selector + "}}}")
                .match()
                .criteria()
                .podSelector();

        boolean actual = compiled.matches(labels(labels));

        assertThat(actual).isEqualTo(matches);
    }

    @Test
    void selectorsAreComparedByWhatTheyMean() {
        // The same, from a policy and from a list in another order
        LabelSelector written =
                new LabelSelector(Map.of("a", "1"), List.of(new Requirement("b", Operator.IN, Set.of("1", "2"))));
        LabelSelector listed = new LabelSelector(
                Map.of(),
                List.of(
                        new Requirement("b", Operator.IN, List.of("2", "1")),
                        new Requirement("a", Operator.IN, List.of("1"))));
        LabelSelector other =
                new LabelSelector(Map.of("a", "1"), List.of(new Requirement("b", Operator.NOT_IN, Set.of("1", "2"))));

        assertThat(written.meansTheSameAs(listed)).isTrue();
        assertThat(written.meansTheSameAs(other)).isFalse();
    }

    private static Map<String, String> labels(@Nullable String text) {
        Map<String, String> labels = new HashMap<>();
        if (text != null) {
            for (String label : text.split(",")) {
                String[] parts = label.split("=", 2);
                labels.put(parts[0], parts[1]);
            }
        }
        return labels;
    }
}
