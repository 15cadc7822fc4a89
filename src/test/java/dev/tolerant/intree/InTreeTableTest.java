package dev.tolerant.intree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables cover every in-tree case: each has one line, and is either run or excluded by name. */
class InTreeTableTest {
    private static final Path TESTS = Path.of("src/test/java");

    static List<InTreeTable> tables() {
        return InTreeTable.all();
    }

    @Test
    void everySectionHasAllItsCasesOnce() {
        List<String> ids = ids();

        assertThat(ids).doesNotHaveDuplicates();
        Map<String, Long> count = new LinkedHashMap<>();
        ids.forEach(id -> count.merge(id.substring(0, 1), 1L, Long::sum));
        assertThat(count)
                .containsOnly(
                        Map.entry("A", 16L),
                        Map.entry("B", 22L),
                        Map.entry("C", 33L),
                        Map.entry("D", 36L),
                        Map.entry("E", 4L),
                        Map.entry("F", 24L),
                        Map.entry("G", 11L),
                        Map.entry("H", 16L),
                        Map.entry("I", 44L),
                        Map.entry("J", 36L));
    }

    @Test
    void idsOfASectionHaveNoGaps() {
        List<String> ids = ids();

        for (String section : List.of("A16", "B22", "C33", "E4", "F24", "G11", "H16", "I44", "J36")) {
            for (int number = 1; number <= Integer.parseInt(section.substring(1)); number++) {
                assertThat(ids).contains(section.charAt(0) + String.valueOf(number));
            }
        }
        assertThat(ids).contains("D2.1", "D2.9", "D3.1", "D3.9", "D4.1", "D4.2");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyCaseIsRunOrExcludedByName(InTreeTable table) {
        assertThat(table.cases())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.isSame()
                                || each.difference().isPresent()
                                || each.elsewhere().isPresent())
                        .as("verdict of %s", each)
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aCaseThatDiffersSaysWhatComesInstead(InTreeTable table) {
        assertThat(table.cases())
                .filteredOn(
                        each -> each.difference().isPresent() && each.cells().containsKey("expected"))
                .allSatisfy(each -> assertThat(each.cell("ours")).isNotEqualTo(each.cell("expected")));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aTestRunsEveryTableThatHasCasesToRun(InTreeTable table) throws IOException {
        boolean excluded =
                table.cases().stream().allMatch(each -> each.elsewhere().isPresent());

        if (excluded) {
            assertThat(table.test()).isEqualTo("none");
        } else {
            Path source = TESTS.resolve(table.test().replace('.', '/') + ".java");
            assertThat(Files.readString(source)).contains("InTreeTable.run(\"" + table.name() + "\")");
        }
    }

    private static List<String> ids() {
        return InTreeTable.all().stream()
                .flatMap(table -> table.cases().stream())
                .map(InTreeCase::id)
                .toList();
    }
}
