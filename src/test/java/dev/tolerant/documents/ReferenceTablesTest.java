package dev.tolerant.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference tables of the documents say what the code does. */
class ReferenceTablesTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path RULES = Path.of("helm/tolerant/templates/monitoring/prometheusrule.yaml");

    private final DocumentFiles documents = DocumentFiles.read();

    @Test
    void theTableOfErrorsIsWhatTheProgramAnswers() {
        WholeProgram webhook = WholeProgram.with(Map.of());

        for (List<String> row : documents.table("errors")) {
            String message = webhook.refusalOf(DocumentFiles.code(row.get(0)).getBytes(StandardCharsets.UTF_8));

            assertThat(row.get(1)).isEqualTo("400");
            assertThat(message).as(row.get(0)).isEqualTo(row.get(2));
        }
    }

    /** What else it says of versions is said by the tests that CI runs on API servers of them. */
    @Test
    void theTableOfVersionsSaysWhatTheChartAndTheProgramReckonWith() {
        TreeMap<String, List<String>> rows = new TreeMap<>();
        documents.table("versions").forEach(row -> rows.put(row.get(0), row));
        List<String> grace = List.of("v1.31.0", "v1.32.0").stream()
                .map(version -> ControlPlane.graceSeconds(version).orElseThrow() + " s")
                .toList();

        assertThat(DocumentFiles.text(Path.of("helm/tolerant/Chart.yaml")))
                .contains("kubeVersion: \">=" + rows.firstKey() + ".0-0\"");
        assertThat(rows.get("1.32").get(1)).contains(" " + grace.get(1) + " ");
        assertThat(rows.get("1.32").get(2)).startsWith(grace.get(0) + ",");
        assertThat(rows.get("1.36").get(1)).startsWith("`injections.enabled`");
        assertThat(DocumentFiles.text(Path.of("helm/tolerant/templates/_injections.tpl")))
                .contains("semverCompare \">=1.36.0-0\"");
    }

    @Test
    void everySentenceForAnInvalidReviewIsDocumented() throws IOException {
        String code = DocumentFiles.text(source("ReviewReader.java"));
        Matcher sentences =
                Pattern.compile("new InvalidReviewException\\(\\s*\"([^\"]*)\"").matcher(code);

        List<String> missing = new ArrayList<>();
        int found = 0;
        while (sentences.find()) {
            found++;
            if (!documents.text().contains(sentences.group(1).trim())) {
                missing.add(sentences.group(1));
            }
        }

        assertThat(found).isGreaterThan(6);
        assertThat(missing).isEmpty();
    }

    @Test
    void theTableOfMetricsNamesEveryReason() {
        Map<String, String> rows = new TreeMap<>();
        documents.table("metrics").forEach(row -> rows.put(DocumentFiles.code(row.get(0)), row.get(2)));

        assertThat(DocumentFiles.codes(rows.get("tolerant_refusals_total")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Refusal.Reason.values())
                        .map(Refusal.Reason::code)
                        .toList());
        assertThat(DocumentFiles.codes(rows.get("tolerant_skipped_total")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(SkipReason.values()).map(SkipReason::code).toList());
        assertThat(DocumentFiles.codes(rows.get("tolerant_reviews_total")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Decision.Verdict.values())
                        .map(Decision.Verdict::code)
                        .toList());
    }

    @Test
    void theTableOfAlertsHasEveryAlertOfTheChartWithItsSeverity() {
        Map<String, String> alerts = new TreeMap<>();
        Pattern.compile("- alert: (\\w+)\n(?:(?!- alert:).*\n)*?.*\"tolerant.alarm\" [(]list . \"\\w+\" \"(\\w+)\"")
                .matcher(DocumentFiles.text(RULES))
                .results()
                .forEach(alert -> alerts.put(alert.group(1), alert.group(2)));

        Map<String, String> documented = new TreeMap<>();
        documents.table("alerts").forEach(row -> documented.put(DocumentFiles.code(row.get(0)), row.get(1)));

        assertThat(documented).hasSize(16).isEqualTo(alerts);
        assertThat(documents.table("alerts"))
                .allSatisfy(row -> assertThat(row.get(3)).as("what to do").isNotBlank());
    }

    private static Path source(String name) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }
}
