package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the CRD's rules could cost an API server, which refuses a CRD that could cost too much. */
class RuleCostTest {
    /** Versions of Kubernetes count differently, so the limits are kept away from by this factor. */
    private static final int MARGIN = 100;

    @Test
    void noRuleCouldCostTooMuch() {
        List<RuleCost.Of> costs = RuleCost.all(SchemaNode.root());

        assertThat(costs)
                .hasSizeGreaterThan(20)
                .allSatisfy(rule -> assertThat(rule.cost()).as(rule.path()).isBetween(1L, RuleCost.LIMIT / MARGIN));
    }

    @Test
    void allRulesTogetherCouldNotCostTooMuch() {
        assertThat(RuleCost.all(SchemaNode.root()).stream()
                        .mapToLong(RuleCost.Of::cost)
                        .sum())
                .isBetween(1L, RuleCost.LIMIT_OF_ALL / MARGIN);
    }

    /** By hand, from the functions of cel-go's checker/cost.go. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    # has(self.name): self; the field itself is free
                    has(self.name)                      | 1
                    # self and the field, 10 characters of 4 bytes and 1 more at a tenth each, times 8 characters at a quarter each
                    self.name.matches('^[a-z]+$')       | 12
                    # self and the field, and a tenth of the shorter text
                    self.name == 'a'                    | 3
                    # self and the field, a new list, and its two entries
                    self.name in ['a', 'b']             | 14
                    # both sides
                    has(self.name) && size(self.list) > 0 | 5
                    # self and the list, the result, and for each of 5 entries 2 of the entry's and 4 of the loop's own
                    self.list.exists(e, e == 'a')       | 33
                    """)
    void aRuleCostsWhatItsPartsCost(String rule, long cost) throws IOException {
        List<RuleCost.Of> costs = RuleCost.all(object("maxItems: 5", rule));

        assertThat(costs).extracting(RuleCost.Of::cost).containsExactly(cost);
    }

    @Test
    void aRuleCostsMoreWhereItCanBeBrokenMoreOften() throws IOException {
        SchemaNode list = new SchemaNode("", new YAMLMapper().readTree("""
                type: array
                maxItems: 7
                items: {type: string, maxLength: 3, x-kubernetes-validations: [{rule: "self == 'a'", message: m}]}
                """));

        long once = RuleCost.all(list.items()).get(0).cost();

        assertThat(RuleCost.all(list)).extracting(RuleCost.Of::cost).containsExactly(7 * once);
    }

    @Test
    void whatHasNoBoundCostsTooMuch() throws IOException {
        assertThat(RuleCost.all(object("", "self.list.exists(e, e == 'a')")))
                .allSatisfy(rule -> assertThat(rule.cost()).isGreaterThan(RuleCost.LIMIT));
    }

    private static SchemaNode object(String bound, String rule) throws IOException {
        return new SchemaNode("", new YAMLMapper().readTree("""
                type: object
                properties:
                  name: {type: string, maxLength: 10}
                  list: {type: array, items: {type: string, maxLength: 20}, %s}
                x-kubernetes-validations: [{rule: "%s", message: m}]
                """.formatted(bound, rule)));
    }
}
