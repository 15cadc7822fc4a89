package dev.tolerant.engine.toleration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the in-tree tests of compareNumericValues: Lt and Gt. */
class NumericComparisonInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("numeric-comparison.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theTaintsNumberIsComparedWithTheTolerations(InTreeCase row) {
        Operator operator = Operator.of(row.cell("operator"));

        boolean matches = operator.matches(unquoted(row.cell("toleration")), unquoted(row.cell("taint")));

        assertThat(matches).isEqualTo(Boolean.parseBoolean(row.cell("matches")));
    }

    private static String unquoted(String text) {
        return text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }
}
