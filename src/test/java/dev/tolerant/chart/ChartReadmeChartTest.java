package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The chart's README says what values.yaml says; {@code -Dgolden.write=true} writes its table anew. */
class ChartReadmeChartTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    @Test
    void theTableOfValuesIsThatOfTheValuesFile() throws IOException {
        String readme = Files.readString(ChartReadme.FILE);

        String renewed = ChartReadme.renewed(readme);

        if (WRITE) {
            Files.writeString(ChartReadme.FILE, renewed);
        }
        assertThat(Files.readString(ChartReadme.FILE)).isEqualTo(renewed);
    }

    @Test
    void everyValueHasAMeaning() throws IOException {
        List<String> rows = ChartReadme.rows();

        assertThat(rows).hasSizeBetween(60, 90).noneMatch(row -> row.contains("|  |"));
    }

    @Test
    void aCommentBelongsToTheKeyBelowItWithTheLinesInBetween() {
        String values = """
                # Not one of them.
                # -- First,
                # and more.
                a:
                  # -- Second
                  b: "# -- no"
                  c: 1
                  # d: 2

                # -- Of nothing

                e:
                  f: {}
                """;

        Map<String, String> comments = ValuesComments.of(values);

        assertThat(comments).isEqualTo(Map.of("a", "First, and more.", "a.b", "Second"));
    }
}
