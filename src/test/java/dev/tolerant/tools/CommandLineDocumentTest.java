package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.tools.lint.LintCode;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/cli.md} and what it refers to say what the command line does. */
class CommandLineDocumentTest {
    private static final Path DOCUMENT = Path.of("docs/cli.md");
    /** Beside examples and tables. */
    private static final int WORDS = 1100;

    private static final Pattern EXAMPLE_OR_TABLE = Pattern.compile("(?ms)^```.*?^```$|^\\|.*?$");

    private final DocumentFiles documents = DocumentFiles.read();

    @Test
    void itIsShort() throws IOException {
        String prose = EXAMPLE_OR_TABLE.matcher(Files.readString(DOCUMENT)).replaceAll("");

        assertThat(prose.split("\\s+")).hasSizeLessThanOrEqualTo(WORDS);
    }

    @Test
    void theHelpOfLintHasEveryFinding() {
        String help = CommandRun.of("lint", "--help").out().replaceAll("\\s+", " ");

        assertThat(LintCode.values())
                .allSatisfy(code -> assertThat(help)
                        .contains(" " + code.code() + " " + code.severity().code() + ": " + code.meaning() + " "));
    }

    @Test
    void theTableOfFindingsAboutPoliciesHasEveryCodeWithWhatToDo() {
        assertThat(documents.table("policy-findings"))
                .allSatisfy(row -> assertThat(row.get(3)).isNotBlank())
                .extracting(row -> row.subList(0, 3))
                .isEqualTo(Arrays.stream(PolicyFinding.Code.values())
                        .map(code -> List.of(
                                "`" + code.code() + "`", code.isNotice() ? "notice" : "warning", code.meaning()))
                        .toList());
    }

    @Test
    void theTableOfWhatMayFailHasEveryCode() {
        List<String> codes = documents.table("whatif-fail-on").stream()
                .flatMap(row -> DocumentFiles.codes(row.get(0)).stream())
                .toList();

        assertThat(codes).isEqualTo(Impact.codes());
    }
}
