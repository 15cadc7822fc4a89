package dev.tolerant.tools.suite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.tools.junit.JUnitReport;
import java.util.List;

/** The results of all tests. */
public record SuiteReport(List<Result> results) {
    private static final int MAX_LENGTH = 2000;

    public boolean passed() {
        return results.stream().allMatch(Result::passed);
    }

    public String text(Palette palette) {
        StringBuilder text = new StringBuilder();
        for (Result result : results) {
            String mark = result.passed() ? palette.paint(Tone.GOOD, "✓") : palette.paint(Tone.BAD, "✗");
            text.append(mark).append(' ').append(line(result.name())).append('\n');
            result.differences()
                    .forEach(difference ->
                            text.append("    ").append(line(difference)).append('\n'));
        }
        long failed = results.stream().filter(result -> !result.passed()).count();
        return text.append(results.size())
                .append(results.size() == 1 ? " test, " : " tests, ")
                .append(failed)
                .append(" failed\n")
                .toString();
    }

    private static String line(String text) {
        return OneLine.of(text, MAX_LENGTH);
    }

    public String json() {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Result result : results) {
            ObjectNode json = list.addObject()
                    .put("suite", result.suite())
                    .put("name", result.name())
                    .put("passed", result.passed());
            ArrayNode differences = json.putArray("differences");
            result.differences().forEach(differences::add);
        }
        return list.toPrettyString() + "\n";
    }

    public String junit() {
        return new JUnitReport(
                        "tolerant test",
                        results.stream()
                                .map(result -> new JUnitReport.Case(
                                        result.suite(), result.name(), result.differences(), List.of()))
                                .toList())
                .xml();
    }

    /**
     * The result of one test.
     *
     * @param suite the file
     * @param differences a sentence for each thing that is not as expected; empty if it passed
     */
    public record Result(String suite, String name, List<String> differences) {

        boolean passed() {
            return differences.isEmpty();
        }
    }
}
