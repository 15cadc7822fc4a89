package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.Main;
import dev.tolerant.documents.DocumentFiles;
import dev.tolerant.tools.lint.LintCode;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/cli.md} say what the command line does. */
class CommandLineDocumentTest {
    private final DocumentFiles documents = DocumentFiles.read();

    @Test
    void theTableOfFindingsHasEveryCode() {
        List<List<String>> codes = Arrays.stream(LintCode.values())
                .map(code -> List.of("`" + code.code() + "`", code.severity().code(), code.meaning()))
                .toList();

        assertThat(documents.table("lint")).isEqualTo(codes);
    }

    @Test
    void theTableOfWhatMayFailHasEveryCode() {
        List<String> codes = documents.table("whatif-fail-on").stream()
                .flatMap(row -> DocumentFiles.codes(row.get(0)).stream())
                .toList();

        assertThat(codes).isEqualTo(Impact.codes());
    }

    @Test
    void theTableOfExitCodesHasThoseOfEachCommand() {
        List<List<String>> codes = Main.commandLine().getSubcommands().values().stream()
                .filter(command -> !command.getCommandName().equals("help"))
                .map(command -> {
                    Map<String, String> meanings =
                            command.getCommandSpec().usageMessage().exitCodeList();
                    return List.of(
                            "`" + command.getCommandName() + "`",
                            meanings.getOrDefault("0", ""),
                            meanings.getOrDefault("1", ""),
                            meanings.getOrDefault("2", ""));
                })
                .toList();

        assertThat(documents.table("exit-codes")).isEqualTo(codes);
    }
}
