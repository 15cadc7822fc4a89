package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** The option that chooses the form of an answer. */
class OutputOptionTest {
    private final Answering answering = new Answering();
    private final CommandLine command = new CommandLine(answering).setCaseInsensitiveEnumValuesAllowed(true);

    /** A command with two forms. */
    @Command(name = "answer")
    static final class Answering {
        @Mixin
        private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.MARKDOWN);
    }

    @BeforeEach
    void describe() {
        OutputOption.describe(command.getCommandSpec());
    }

    @Test
    void textIsTheDefault() throws InputException {
        command.parseArgs();

        assertThat(answering.output.format()).isEqualTo(OutputFormat.TEXT);
    }

    @Test
    void aFormThatTheCommandWritesIsChosen() throws InputException {
        command.parseArgs("-o", "markdown");

        assertThat(answering.output.format()).isEqualTo(OutputFormat.MARKDOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"junit", "xml"})
    void onlyFormsThatTheCommandWritesAreOffered(String other) {
        assertThatThrownBy(() -> command.parseArgs("-o", other))
                .isInstanceOf(ParameterException.class)
                .hasMessage("Invalid value for option '--output': it must be text, json or markdown");
    }

    @Test
    void theHelpNamesTheFormsThatTheCommandWrites() {
        assertThat(command.getUsageMessage()).contains("text, json or markdown. Default: text.");
    }
}
