package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.explain.Palette;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DoctorTest {
    private static final int WIDTH = 100;

    private final DoctorReport dump = DoctorFixture.report(facts(MUTATING), null);

    /** An API server that answers nothing until the end of the test. */
    private record Silent(CountDownLatch end) implements ClusterApi {
        @Override
        public JsonNode get(String path) throws UnansweredException {
            try {
                end.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new UnansweredException("interrupted");
        }

        @Override
        public ApiAnswer post(String path, JsonNode object) throws UnansweredException {
            return new ApiAnswer(200, get(path), "");
        }

        @Override
        public Tunnel tunnel(String namespace, String pod, int port) throws UnansweredException {
            get(pod);
            throw new AssertionError();
        }
    }

    @Test
    void checksThatHangAreUnknownAfterTheDeadlineAndKeepNoOtherFromAnAnswer() {
        // Given
        CountDownLatch end = new CountDownLatch(1);
        Doctor doctor = new Doctor(new Silent(end), true, "", "", Duration.ofMillis(1500), Throwable::toString);

        // When
        DoctorReport report = DoctorFixture.report(doctor, facts(MUTATING));

        // Then
        end.countDown();
        assertThat(result(report, "crd").finding().sentence()).isEqualTo("there was no answer within 1 s");
        assertThat(result(report, "rights").finding().mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(result(report, "new-pods").finding().mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aCheckThatBreaksIsUnknownInOneLine() {
        // Given
        ClusterApi broken = (ClusterApi) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ClusterApi.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("broken");
                });

        // When
        DoctorReport report = DoctorFixture.report(facts(MUTATING), broken);

        // Then
        assertThat(result(report, "answers").finding())
                .isEqualTo(Finding.unknown("the check itself failed: java.lang.IllegalStateException: broken"));
    }

    @Test
    void codesAreUnique() {
        assertThat(dump.checks())
                .extracting(checked -> checked.check().code())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(20)
                .allMatch(code -> code.matches("[a-z]+(-[a-z]+)*"));
    }

    @Test
    void whatNobodyCanTellAtAllIsKnownAsNothing() {
        // Given
        DoctorReport nothing = new DoctorReport(dump.checks().stream()
                .filter(checked -> checked.finding().mark() == Mark.UNKNOWN)
                .toList());

        // Then
        assertThat(nothing.checks()).isNotEmpty();
        assertThat(nothing.knowsNothing()).isTrue();
        assertThat(dump.knowsNothing()).isFalse();
    }

    @Test
    void theTextEndsWithALineThatCounts() {
        // When
        String text = DoctorText.of(dump, Palette.PLAIN, true, WIDTH);

        // Then
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
        // Given
        ObjectNode document = JsonNodeFactory.instance.objectNode();

        // When
        dump.addTo(document);

        // Then
        assertThat(document.path("checks")).hasSize(dump.checks().size());
        assertThat(document.at("/counts/failed").asLong()).isEqualTo(1);
        assertThat(document.at("/checks/0").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("code", "heading", "title", "result", "sentence", "details", "wayOut");
    }

    @Test
    void markdownBeginsWithWhatFailedAndEscapesMarkup() {
        // Given
        String evil = MUTATING.replace("name: tolerant,", "name: 'a|b`<i>[x](y)',");

        // When
        String markdown = DoctorMarkdown.of(DoctorFixture.report(facts(evil), null));

        // Then
        assertThat(markdown.lines().skip(4).findFirst().orElseThrow())
                .startsWith("| failed | Certificate: caBundle | ");
        assertThat(markdown).contains("a\\|b\\`&lt;i>\\[x\\](y)").doesNotContain("<i>");
    }

    @Test
    void junitHasACaseForEachCheckAndFailuresOnlyForWhatFailed() {
        // When
        String xml = dump.junit();

        // Then
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
