package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.testing.RenderedChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The README of the chart, whose table of values is made from values.yaml. */
final class ChartReadme {
    static final Path FILE = RenderedChart.CHART.resolve("README.md");

    private static final String MARK = "<!-- values: written by ChartReadmeChartTest -->\n";
    private static final Pattern TABLE = Pattern.compile(Pattern.quote(MARK) + "(\\|[^\\n]*\\n)*");
    private static final YAMLMapper YAML = new YAMLMapper();

    private final Map<String, String> comments;
    private final List<String> rows = new ArrayList<>();

    private ChartReadme(Map<String, String> comments) {
        this.comments = comments;
    }

    /** The text with its table written anew. */
    static String renewed(String text) throws IOException {
        if (!text.contains(MARK)) {
            throw new AssertionError(FILE + " has no line " + MARK);
        }
        String table =
                MARK + "| value | type | default | meaning |\n| --- | --- | --- | --- |\n" + String.join("", rows());
        return TABLE.matcher(text).replaceFirst(Matcher.quoteReplacement(table));
    }

    static List<String> rows() throws IOException {
        String values = Files.readString(RenderedChart.CHART.resolve("values.yaml"));
        ChartReadme readme = new ChartReadme(ValuesComments.of(values));
        readme.addRows("", YAML.readTree(values));
        return readme.rows;
    }

    /** A map with a comment of its own is one value; another is a group of values. */
    private void addRows(String parent, JsonNode values) {
        values.fields().forEachRemaining(entry -> {
            String path = parent + entry.getKey();
            JsonNode value = entry.getValue();
            if (value.isObject() && !value.isEmpty() && !comments.containsKey(path)) {
                addRows(path + ".", value);
            } else {
                rows.add(row(path, value));
            }
        });
    }

    private String row(String path, JsonNode value) {
        String meaning = comments.getOrDefault(path, "");
        return "| `%s` | %s | `%s` | %s |%n"
                .formatted(path, type(value), value.toString().replace("|", "\\|"), meaning.replace("|", "\\|"))
                .replace(System.lineSeparator(), "\n");
    }

    private static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "list";
            case OBJECT -> "object";
            case BOOLEAN -> "boolean";
            case NUMBER -> "number";
            default -> "string";
        };
    }
}
