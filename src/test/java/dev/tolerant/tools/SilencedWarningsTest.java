package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.tools.lint.LintCode;
import dev.tolerant.tools.lint.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What annotations keep {@code lint} from saying, and what they do not. */
class SilencedWarningsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing-to-do  | a placeholder | 1 object, 0 errors, 0 warnings, 1 silenced",
                "nothing-to-do  | ' '           | 1 object, 0 errors, 1 warning",
                "never-asked    | a placeholder | 1 object, 0 errors, 1 warning",
            })
    void anAnnotationWithAReasonSilencesItsWarning(String code, String reason, String summary) throws IOException {
        Path file = Files.writeString(
                directory.resolve("idle.yaml"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: idle, annotations: {lint.tolerant.dev/ignore-CODE: "REASON"}}
                spec: {match: {}}
                """.replace("CODE", code).replace("REASON", reason));

        CommandRun run = CommandRun.of("lint", file.toString(), "--fail-on", "warning");

        assertThat(run.out()).endsWith(summary + "\n");
        assertThat(run.exitCode()).isEqualTo(summary.contains("silenced") ? 0 : 1);
    }

    @Test
    void theHelpSilencesAWarningThatThereIs() {
        String help = CommandRun.of("lint", "--help").out();

        assertThat(Stream.of(LintCode.values()).filter(code -> code.severity() == Severity.WARNING))
                .extracting(LintCode::code)
                .contains(help.replaceFirst("(?s).*lint\\.tolerant\\.dev/ignore-([a-z-]+).*", "$1"));
    }

    @Test
    void noAnnotationSilencesAnError() throws IOException {
        Path file = Files.writeString(directory.resolve("old.yaml"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: old, annotations: {lint.tolerant.dev/ignore-invalid-policy: "we know"}}
                spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, priority: 5000000, mode: Perhaps, reserve: {taints: [{key: a}], exempt: {serviceAccounts: ["monitoring/*x"]}}}
                """);

        CommandRun run = CommandRun.of("lint", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("spec.mode: error: must be one of Enforce, Audit [invalid-policy]")
                .contains("spec.priority: error: must be a whole number from -1000000 to 1000000 [invalid-policy]")
                .contains("spec.reserve.exempt.serviceAccounts[0]: error: must be namespace/name, or namespace/*")
                .endsWith("1 object, 3 errors, 0 warnings\n");
    }
}
