package dev.tolerant.engine.words;

import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Toleration.CanonicalInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences about tolerations that the API would refuse. */
class TolerationRulesTest {
    private final TolerationRules rules = new TolerationRules(false);
    private final TolerationRules withComparison = new TolerationRules(true);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    foo Ex :Evict       | effect must be NoSchedule, PreferNoSchedule, NoExecute or absent
                    foo In=x :NS        | operator must be Exists or Equal
                    foo Gt=5 :NS        | operator Gt needs a cluster with TaintTolerationComparisonOperators and tolerant.comparison-operators=true
                    * Eq=bar :NS        | operator must be Exists when key is empty, which means every key and every value
                    * - :ANY            | operator must be Exists when key is empty, which means every key and every value
                    a@b Ex :NS          | key must be a label name such as example.com/pool
                    foo Ex :ANY @5      | tolerationSeconds needs effect NoExecute
                    foo Ex=bar :NS      | value must be empty when operator is Exists
                    foo Eq=a/b :NS      | value must be a label value: at most 63 letters, digits, '-', '_' and '.'
                    foo -=a/b :NS       | value must be a label value: at most 63 letters, digits, '-', '_' and '.'
                    """)
    void theSentenceNamesTheFieldAndTheWayOut(String toleration, String sentence) {
        assertThat(rules.violation(toleration(toleration))).contains(sentence);
    }

    @Test
    void withComparisonTheSentencesKnowItsOperators() {
        assertThat(withComparison.violation(toleration("foo In=x :NS")))
                .contains("operator must be Exists, Equal, Lt or Gt");
        assertThat(withComparison.violation(toleration("foo Lt=05 :NS")))
                .contains(
                        "value must be a 64-bit whole number without plus or leading zeros when operator is Lt or Gt");
        assertThat(withComparison.violation(toleration("* Gt=5 :NS")))
                .contains("operator must be Exists when key is empty, which means every key and every value");
        assertThat(withComparison.violation(toleration("foo Lt=5 :NX @9"))).isEmpty();
    }

    @Test
    void wildcardsAreValid() {
        assertThat(rules.violation(toleration("* Ex :ANY"))).isEmpty();
        assertThat(rules.violation(toleration("* Ex :NX @-1"))).isEmpty();
        assertThat(rules.violation(toleration("foo - :ANY"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "7", "-9223372036854775808", "9223372036854775807"})
    void aCanonicalNumberIsCompared(String value) {
        assertThat(CanonicalInteger.is(value)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "-0",
        "00",
        "01",
        "-01",
        "+1",
        "1e3",
        "9223372036854775808",
        "-9223372036854775809",
        "10000000000000000000"
    })
    void anyOtherFormIsNoNumber(String value) {
        assertThat(CanonicalInteger.is(value)).isFalse();
    }
}
