package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.explain.Report.Palette;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DoctorTest {
    private static final int WIDTH = 100;

    @RegisterExtension
    final AskedServer server = new AskedServer();

    private final DoctorReport dump = DoctorFixture.report(facts(MUTATING), null);

    @Test
    void checksThatHangAreUnknownAfterTheDeadlineAndKeepNoOtherFromAnAnswer() {
        server.silent("/apis/apiextensions");
        Doctor doctor = new Doctor(server.client(), true, "", Duration.ofMillis(1500), Throwable::toString);

        DoctorReport report = DoctorFixture.report(doctor, facts(MUTATING));

        assertThat(result(report, "crd").finding().sentence()).isEqualTo("there was no answer within 1 s");
        assertThat(result(report, "new-pods").finding().mark()).isEqualTo(Mark.PASSED);
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
    void whatNobodyCanTellAtAllIsKnownAsNothing() {
        DoctorReport nothing = new DoctorReport(dump.checks().stream()
                .filter(checked -> checked.finding().mark() == Mark.UNKNOWN)
                .toList());

        assertThat(nothing.checks()).isNotEmpty();
        assertThat(nothing.isInconclusive()).isTrue();
        assertThat(dump.isInconclusive()).isFalse();
    }

    @Test
    void theTextEndsWithALineThatCounts() {
        String text = DoctorText.of(dump, Palette.PLAIN, true, WIDTH);

        assertThat(text.lines().toList())
                .contains("Registrations")
                .last()
                .asString()
                .matches("\\d+ checks: \\d+ passed, \\d+ warnings?, 1 failed, \\d+ unknown");
        assertThat(text).contains("✗  caBundle").contains("?  settings").contains("fix: ");
        assertThat(text.lines()).allMatch(line -> line.length() <= WIDTH);
    }

    @Test
    void withoutUnicodeTheTextIsAscii() {
        assertThat(DoctorText.of(dump, Palette.PLAIN, false, WIDTH)).isASCII().contains("x  caBundle");
    }

    @Test
    void theDocumentForProgramsHasEveryCheck() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();

        dump.addTo(document);

        assertThat(document.path("checks")).hasSize(dump.checks().size());
        assertThat(document.at("/counts/failed").asLong()).isEqualTo(1);
        assertThat(document.at("/checks/0").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("code", "heading", "title", "result", "sentence", "details", "wayOut");
    }

    @Test
    void junitHasACaseForEachCheckAndFailuresOnlyForWhatFailed() {
        String xml = dump.junit();

        assertThat(xml)
                .contains("tests=\"" + dump.checks().size() + "\" failures=\"1\"")
                .contains("<testcase classname=\"Certificate\" name=\"ca-bundle\"><failure message=\"failed: ");
    }

    private static Checked result(DoctorReport report, String code) {
        return report.checks().stream()
                .filter(checked -> checked.check().code().equals(code))
                .findFirst()
                .orElseThrow();
    }
}
