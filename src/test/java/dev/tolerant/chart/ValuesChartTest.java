package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of values. The tables under {@code src/test/resources/chart} have values in their first column: YAML, after
 * {@code namespace/release} where the release is another one, or the name of a file under {@code ci}. A comment names the rows
 * below it, and {@code WORD = text} defines a word.
 */
class ValuesChartTest {
    private static final Path TABLES = Path.of("src/test/resources/chart");
    private static final Pattern DEFINITION = Pattern.compile("([A-Z_]+) = (.*)");
    private static final Pattern RELEASE = Pattern.compile("([a-z-]+)/([a-z]+) (.*)");
    private static final String CONTAINS = "contains: ";
    private static final String NOT = "not: ";
    private static final Map<String, String> NOTES = new ConcurrentHashMap<>();

    /** Values, an object, a place in it, and what is there: text that has a part or does not, YAML, or nothing. */
    static Stream<Arguments> objects() {
        return rows("objects.txt", 4);
    }

    @ParameterizedTest(name = "{0}: {1}, {2} {3}")
    @MethodSource("objects")
    void valuesMakeObjects(String rule, String values, String object, String path, String expected) {
        RenderedChart chart = chart(values);
        RenderedPlace place = new RenderedPlace(object, path);
        JsonNode found = place.in(chart);

        if (expected.startsWith(CONTAINS)) {
            assertThat(found.asText()).contains(expected.substring(CONTAINS.length()));
        } else if (expected.startsWith(NOT)) {
            assertThat(found.asText()).isNotEmpty().doesNotContain(expected.substring(NOT.length()));
        } else {
            assertThat(found).isEqualTo(place.expected(expected));
        }
        if (object.equals("settings")) {
            assertThatCode(() -> SettingsChartTest.programs(SettingsFile.of(chart)))
                    .doesNotThrowAnyException();
        }
    }

    /** Values, and what is said of them. */
    static Stream<Arguments> refusals() {
        return rows("refusals.txt", 2);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("refusals")
    void valuesAreRefused(String rule, String values, String sentence) {
        assertThatThrownBy(() -> chart(values)).hasMessageContaining(sentence);
    }

    /** Values, and a part of one line of the notes, or of none. */
    static Stream<Arguments> notes() {
        return rows("notes.txt", 2);
    }

    @ParameterizedTest(name = "{0}: {1}, {2}")
    @MethodSource("notes")
    void valuesAreExplainedInTheNotes(String rule, String values, String sentence) {
        boolean absent = sentence.startsWith(NOT);
        String part = absent ? sentence.substring(NOT.length()) : sentence;
        String notes = NOTES.computeIfAbsent(values, ValuesChartTest::notesOf);

        assertThat(notes.lines().filter(line -> line.contains(part))).hasSize(absent ? 0 : 1);
    }

    private static String notesOf(String values) {
        Matcher release = RELEASE.matcher(values);
        return release.matches()
                ? RenderedChart.notes(release.group(1), release.group(3))
                : RenderedChart.notes(RenderedChart.NAMESPACE, values);
    }

    private static RenderedChart chart(String values) {
        Matcher release = RELEASE.matcher(values);
        if (release.matches()) {
            return RenderedChart.withHooks(release.group(1), release.group(2), release.group(3));
        }
        return values.matches("[a-z-]+")
                ? RenderedChart.ofCi(values)
                : RenderedChart.withHooks(RenderedChart.NAMESPACE, RenderedChart.NAME, values);
    }

    private static Stream<Arguments> rows(String file, int columns) {
        Map<String, String> words = new LinkedHashMap<>();
        List<Arguments> rows = new ArrayList<>();
        String rule = "";
        for (String line : RenderedChart.read(TABLES.resolve(file)).lines().toList()) {
            Matcher definition = DEFINITION.matcher(line);
            if (line.startsWith("# ")) {
                rule = line.substring(2);
            } else if (definition.matches()) {
                words.put(definition.group(1), definition.group(2));
            } else {
                String row = line;
                for (Map.Entry<String, String> word : words.entrySet()) {
                    row = row.replace(word.getKey(), word.getValue());
                }
                List<Object> cells = new ArrayList<>(List.of(rule));
                cells.addAll(Stream.of(row.split(" \\|( |$)", columns))
                        .map(String::strip)
                        .toList());
                assertThat(cells).as(line).hasSize(columns + 1);
                rows.add(Arguments.of(cells.toArray()));
            }
        }
        return rows.stream();
    }
}
