package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.text.JsonTree;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import dev.tolerant.tools.doctor.DoctorReport.Checked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DoctorTest {
    private static final int WIDTH = 100;

    @RegisterExtension
    final AskedServer server = new AskedServer();

    private final DoctorReport dump = DoctorFixture.report(clusterObjects(MUTATING), null);

    @Test
    void checksThatHangAreUnknownAfterTheDeadlineAndKeepNoOtherFromAnAnswer() {
        server.silent("/apis/apiextensions");
        Doctor doctor = new Doctor(server.client(), true, "", Duration.ofMillis(1500), Throwable::toString);

        DoctorReport report = DoctorFixture.report(doctor, clusterObjects(MUTATING));

        assertThat(result(report, "crd").result().sentence()).isEqualTo("there was no answer within 1 s");
        assertThat(result(report, "new-pods").result().mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void codesAreUnique() {
        assertThat(dump.checks())
                .extracting(checked -> checked.check().code())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(15)
                .allMatch(code -> code.matches("[a-z]+(-[a-z]+)*"));
    }

    @Test
    void whatIsWrongNamesItsSectionInTheDocuments() {
        List<String> headings = DocumentFiles.text(Path.of("docs/operations.md"))
                .lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3).toLowerCase(Locale.ROOT).replace(' ', '-'))
                .toList();

        assertThat(Check.values())
                .extracting(check -> check.section)
                .allMatch(section -> section.isEmpty() || headings.contains(section));
        assertThat(dump.report(true, false).text(Palette.PLAIN, WIDTH))
                .contains("see: docs/operations.md#certificates\n");
        assertThat(dump.checks())
                .filteredOn(checked -> checked.result().mark() == Mark.PASSED)
                .extracting(Checked::see)
                .containsOnly("");
    }

    @Test
    void whatNobodyCanTellAtAllIsKnownAsNothing() {
        DoctorReport nothing = new DoctorReport(dump.checks().stream()
                .filter(checked -> checked.result().mark() == Mark.UNKNOWN)
                .toList());

        assertThat(nothing.checks()).isNotEmpty();
        assertThat(nothing.isInconclusive()).isTrue();
        assertThat(dump.isInconclusive()).isFalse();
    }

    @Test
    void theTextBeginsWithALineThatCountsAndWithWhatIsWrong() {
        String text = dump.report(true, false).text(Palette.PLAIN, WIDTH);

        assertThat(text.lines().findFirst().orElseThrow())
                .matches("\\d+ checks: 1 failed, (\\d+ warnings?, )?\\d+ unknown, \\d+ passed");
        assertThat(text.indexOf("✗  caBundle")).isPositive().isLessThan(text.indexOf("✓  Registrations"));
        assertThat(text).contains("?  Unknown ").contains("fix: ");
        assertThat(text.lines()).allMatch(line -> line.length() <= WIDTH);
    }

    @Test
    void everyCheckIsShownToWhoeverAsks() {
        String text = dump.report(true, true).text(Palette.PLAIN, WIDTH);

        assertThat(text).contains("\nRegistrations\n", "\nCertificate\n");
        assertThat(dump.checks())
                .extracting(checked -> checked.check().title)
                .allSatisfy(title -> assertThat(text).contains("  " + title + "  "));
    }

    @Test
    void withoutUnicodeTheTextIsAscii() {
        assertThat(dump.report(false, false).text(Palette.PLAIN, WIDTH))
                .isASCII()
                .contains("x  caBundle");
    }

    @Test
    void theDocumentForProgramsHasEveryCheck() {
        JsonNode document = JsonTree.of(dump.document());

        assertThat(document.path("items")).hasSize(dump.checks().size());
        assertThat(document.at("/counts/failed").asLong()).isEqualTo(1);
        assertThat(document.at("/items/0").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("code", "heading", "title", "result", "sentence", "details", "fix", "see");
    }

    private static Checked result(DoctorReport report, String code) {
        return report.checks().stream()
                .filter(checked -> checked.check().code().equals(code))
                .findFirst()
                .orElseThrow();
    }
}
