package dev.tolerant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.cli.lint.LintCode;
import dev.tolerant.documents.Readme;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds what README says of the command line equal to what it does. */
class CommandLineReadmeTest {
    private final Readme readme = Readme.read();

    @Test
    void theTableOfFindingsHasEveryCode() {
        // Given
        List<List<String>> codes = Arrays.stream(LintCode.values())
                .map(code -> List.of("`" + code.code() + "`", code.severity().code(), code.meaning()))
                .toList();

        // Then
        assertThat(readme.table("lint")).isEqualTo(codes);
    }

    @Test
    void theTableOfExitCodesHasEveryOne() {
        // Given
        List<List<String>> codes = Arrays.stream(ExitCode.values())
                .map(code -> List.of(Integer.toString(code.code()), code.meaning()))
                .toList();

        // Then
        assertThat(readme.table("exit-codes")).isEqualTo(codes);
    }
}
