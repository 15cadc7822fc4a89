package dev.tolerant.tools.coverage;

import dev.tolerant.observed.explain.Report;
import dev.tolerant.observed.explain.TextTable.Cell;
import dev.tolerant.tools.junit.JUnitReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Coverage as tests for continuous integration: each finding is one that fails or, if it is only a warning, a remark. */
public final class CoverageTests {
    private static final String PASSES = "nothing found";

    private CoverageTests() {}

    /** @param failOnWarnings whether other findings than Pending pods fail too */
    public static String xml(Coverage coverage, boolean failOnWarnings) {
        List<JUnitReport.Case> cases = new ArrayList<>();
        List<Report.Section> sections = CoverageReport.findings(coverage);
        for (int i = 0; i < sections.size(); i++) {
            Report.Section section = sections.get(i);
            boolean fails = i == 0 || failOnWarnings;
            if (section.rows().isEmpty()) {
                cases.add(new JUnitReport.Case(section.heading(), PASSES, List.of(), List.of()));
            }
            for (List<Cell> row : section.rows()) {
                List<String> lines = List.of(row.stream().map(Cell::text).collect(Collectors.joining(" - ")));
                cases.add(new JUnitReport.Case(
                        section.heading(), row.get(0).text(), fails ? lines : List.of(), fails ? List.of() : lines));
            }
        }
        return new JUnitReport("kubectl tolerant coverage", cases).xml();
    }
}
