package dev.tolerant.tools.suite;

import dev.tolerant.engine.words.OneLine;
import dev.tolerant.text.Report;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.tools.junit.JUnitReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The results of all tests, for people and for programs. */
public record SuiteReport(List<Result> items) {
    private static final int MAX_LENGTH = 2000;

    public boolean passed() {
        return items.stream().allMatch(Result::passed);
    }

    public String text(Palette palette) {
        StringBuilder text = new StringBuilder();
        Map<String, List<Result>> bySuite =
                items.stream().collect(Collectors.groupingBy(Result::suite, LinkedHashMap::new, Collectors.toList()));
        bySuite.forEach((suite, tests) -> {
            List<Result> failed =
                    tests.stream().filter(result -> !result.passed()).toList();
            text.append(failed.isEmpty() ? palette.paint(Tone.GOOD, "passed") : palette.paint(Tone.BAD, "failed"));
            String of = failed.isEmpty() ? "" : failed.size() + " of ";
            text.append("  " + line(suite) + ": " + of + Report.counted(tests.size(), "test") + "\n");
            for (Result result : failed) {
                text.append("  " + line(result.name()) + "\n");
                result.differences().forEach(each -> text.append("    " + line(each) + "\n"));
            }
        });
        long failed = items.stream().filter(result -> !result.passed()).count();
        return text + Report.counted(items.size(), "test") + ", " + failed + " failed\n";
    }

    private static String line(String text) {
        return OneLine.of(text, MAX_LENGTH);
    }

    public String junit() {
        return new JUnitReport(
                        "tolerant test",
                        items.stream()
                                .map(result -> new JUnitReport.Case(
                                        result.suite(), result.name(), result.differences(), List.of()))
                                .toList())
                .xml();
    }

    /**
     * @param suite its file
     * @param differences a sentence for each thing that is not as expected
     */
    public record Result(String suite, String name, boolean passed, List<String> differences) {
        Result(String suite, String name, List<String> differences) {
            this(suite, name, differences.isEmpty(), differences);
        }
    }
}
