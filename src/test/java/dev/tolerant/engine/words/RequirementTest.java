package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Requirement.Operator;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requirements of node affinity and of label selectors, as k8s.io/apimachinery (labels.Requirement) has them. */
class RequirementTest {

    @ParameterizedTest
    @CsvSource({
        "In,           a b, a,   true",
        "In,           a b, c,   false",
        "In,           a b, -,   false",
        "NotIn,        a b, a,   false",
        "NotIn,        a b, c,   true",
        "NotIn,        a b, -,   true",
        "Exists,       '',  '',  true",
        "Exists,       '',  -,   false",
        "DoesNotExist, '',  '',  false",
        "DoesNotExist, '',  -,   true",
        "Gt,           8,   16,  true",
        "Gt,           8,   8,   false",
        "Gt,           8,   -9,  false",
        "Gt,           -9,  -8,  true",
        "Gt,           8,   9a,  false",
        "Gt,           8,   9.5, false",
        "Gt,           8,   -,   false",
        "Gt,           x,   16,  false",
        "Gt,           8 9, 16,  false",
        "Gt,           '',  16,  false",
        "Gt,           8,   9223372036854775807, true",
        "Gt,           8,   9223372036854775808, false",
        "Lt,           8,   7,   true",
        "Lt,           8,   8,   false",
        "Lt,           8,   07,  true",
        "Lt,           8,   -,   false",
        "Lt,           8,   '',  false",
        "Lt,           x,   1,   false",
        "notin,        a,   b,   false",
        "Like,         a,   a,   false",
        "Like,         a,   -,   false"
    })
    void aLabelIsComparedAsInKubernetes(String operator, String values, String label, boolean met) {
        Requirement requirement = new Requirement("k", Operator.of(operator), values(values));
        Map<String, String> labels = label.equals("-") ? Map.of("other", "a") : Map.of("k", label, "other", "a");

        // What is known of the label holds whatever other labels there are; without it anything could follow
        assertThat(requirement.matches(labels)).isEqualTo(met);
        assertThat(requirement.isMetByAllWith(labels)).isEqualTo(met && !label.equals("-"));
    }

    @ParameterizedTest
    @EnumSource(Operator.class)
    void anOperatorIsReadAsItIsWritten(Operator operator) {
        assertThat(Operator.of(operator.text())).isEqualTo(operator);
    }

    @Test
    void aSetOfValuesIsTheSameAsAListOfThem() {
        Requirement set = new Requirement("pool", Operator.IN, Set.of("a", "b"));
        assertThat(set.isSameAs(in(List.of("b", "a")))).isTrue();
        assertThat(in(List.of("b", "a")).isSameAs(set)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    In | a b | k in (a,b)
                    NotIn | a | k notin (a)
                    Exists | '' | k
                    DoesNotExist | '' | !k
                    Gt | 8 | k>8
                    Lt | 8 | k<8
                    Like | a | k unknown (a)
                    """)
    void itIsWrittenAsKubectlTakesIt(String operator, String values, String text) {
        assertThat(new Requirement("k", Operator.of(operator), values(values))).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "'',    '',      true",
        "a,     a,       true",
        "a b,   b a,     true",
        "a a b, a b b,   true",
        "a a,   a,       true",
        "a,     b,       false",
        "a b,   a,       false",
        "a a b, a c c,   false",
        "'',    a,       false"
    })
    void onlyTheValuesThatOccurMatter(String one, String other, boolean same) {
        assertThat(in(values(one)).isSameAs(in(values(other)))).isEqualTo(same);
        assertThat(in(values(other)).isSameAs(in(values(one)))).isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 500})
    void soItIsWithManyValues(int count) {
        List<String> values = numbered(count);
        List<String> twice =
                Stream.concat(values.stream(), reversed(values).stream()).toList();
        List<String> oneMore =
                Stream.concat(values.stream(), Stream.of("other")).toList();
        List<String> oneElse =
                Stream.concat(values.stream().skip(1), Stream.of("other")).toList();

        assertThat(in(values).isSameAs(in(reversed(values)))).isTrue();
        assertThat(in(values).isSameAs(in(twice))).isTrue();
        assertThat(in(twice).isSameAs(in(values))).isTrue();
        assertThat(in(values).isSameAs(in(oneMore))).isFalse();
        assertThat(in(oneMore).isSameAs(in(values))).isFalse();
        assertThat(in(values).isSameAs(in(oneElse))).isFalse();
        assertThat(in(values).isSameAs(in(values.subList(1, count)))).isFalse();
    }

    @Test
    void anotherKeyOrOperatorIsAnotherRequirement() {
        assertThat(in(List.of("a")).isSameAs(new Requirement("zone", Operator.IN, List.of("a"))))
                .isFalse();
        assertThat(in(List.of("a")).isSameAs(new Requirement("pool", Operator.NOT_IN, List.of("a"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 20})
    void aShortRequirementIsTakenForAnotherWithoutALookAtAllValuesOfALongOne(int count) {
        // A policy's values, of which a pod has copied the first
        CountingList policys = new CountingList(numbered(1000));

        boolean same = in(numbered(count)).isSameAs(in(policys));

        assertThat(same).isFalse();
        assertThat(policys.reads).isLessThanOrEqualTo(count + 1);
    }

    private static Requirement in(List<String> values) {
        return new Requirement("pool", Operator.IN, values);
    }

    private static List<String> values(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    private static List<String> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "v" + i).toList();
    }

    private static List<String> reversed(List<String> values) {
        List<String> reversed = new ArrayList<>(values);
        Collections.reverse(reversed);
        return reversed;
    }

    /** A list that counts how many of its values were read. */
    private static final class CountingList extends AbstractList<String> {
        private final List<String> values;
        int reads;

        CountingList(List<String> values) {
            this.values = values;
        }

        @Override
        public String get(int index) {
            reads++;
            return values.get(index);
        }

        @Override
        public int size() {
            return values.size();
        }
    }
}
