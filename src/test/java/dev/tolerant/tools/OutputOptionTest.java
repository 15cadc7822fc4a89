package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
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

    @Test
    void textIsTheDefault() {
        // When
        command.parseArgs();

        // Then
        assertThat(answering.output.format()).isEqualTo(OutputFormat.TEXT);
    }

    @Test
    void aFormThatTheCommandWritesIsChosen() {
        // When
        command.parseArgs("-o", "markdown");

        // Then
        assertThat(answering.output.format()).isEqualTo(OutputFormat.MARKDOWN);
    }

    @Test
    void aFormThatOnlyOthersWriteIsRefused() {
        // When
        command.parseArgs("-o", "junit");

        // Then
        assertThatThrownBy(answering.output::format)
                .isInstanceOf(ParameterException.class)
                .hasMessage("Invalid value for option '--output': it must be text, json or markdown");
    }

    @Test
    void theHelpNamesTheFormsThatTheCommandWrites() {
        // When
        OutputOption.describe(command.getCommandSpec());

        // Then
        assertThat(command.getUsageMessage()).contains("text, json or markdown. Default: text.");
        command.parseArgs("-o", "json");
        assertThat(answering.output.format()).isEqualTo(OutputFormat.JSON);
    }
}
