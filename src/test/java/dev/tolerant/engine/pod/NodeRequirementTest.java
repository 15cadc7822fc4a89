package dev.tolerant.engine.pod;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRequirementTest {

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
        // Given
        List<String> values = numbered(count);
        List<String> twice =
                Stream.concat(values.stream(), reversed(values).stream()).toList();
        List<String> oneMore =
                Stream.concat(values.stream(), Stream.of("other")).toList();
        List<String> oneElse =
                Stream.concat(values.stream().skip(1), Stream.of("other")).toList();

        // Then
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
        assertThat(in(List.of("a")).isSameAs(new NodeRequirement("zone", "In", List.of("a"))))
                .isFalse();
        assertThat(in(List.of("a")).isSameAs(new NodeRequirement("pool", "NotIn", List.of("a"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 20})
    void aShortRequirementIsTakenForAnotherWithoutALookAtAllValuesOfALongOne(int count) {
        // Given: a policy's values, of which a pod has copied the first
        CountingList policys = new CountingList(numbered(1000));

        // When
        boolean same = in(numbered(count)).isSameAs(in(policys));

        // Then
        assertThat(same).isFalse();
        assertThat(policys.reads).isLessThanOrEqualTo(count + 1);
    }

    private static NodeRequirement in(List<String> values) {
        return new NodeRequirement("pool", "In", values);
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
