package dev.tolerant.tools;

import dev.tolerant.engine.words.Coded;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that chooses one of the forms that a command can write. */
final class OutputOption {
    private static final String NAME = "--output";

    private final Map<String, OutputFormat> formats = new LinkedHashMap<>();

    @Option(
            names = {"-o", NAME},
            paramLabel = "FORMAT",
            defaultValue = "text")
    private OutputFormat format;

    OutputOption(OutputFormat... others) {
        formats.put(OutputFormat.TEXT.toString(), OutputFormat.TEXT);
        Arrays.stream(others).forEach(other -> formats.put(other.toString(), other));
    }

    /** Has a command take the forms that it can write, and its help name them. */
    static void describe(CommandSpec command) {
        for (CommandSpec mixin : command.mixins().values()) {
            if (mixin.userObject() instanceof OutputOption output) {
                OptionSpec undescribed = command.findOption(NAME);
                command.remove(undescribed);
                command.addOption(OptionSpec.builder(undescribed)
                        .description(output.words() + ". Default: text.")
                        .converters(output::formatOf)
                        .completionCandidates(output.formats.keySet())
                        .build());
            }
        }
    }

    /** Picocli's own message would offer the forms of all commands. */
    private OutputFormat formatOf(String text) {
        OutputFormat found = formats.get(text.toLowerCase(Locale.ROOT));
        if (found == null) {
            throw new TypeConversionException("it must be " + words());
        }
        return found;
    }

    OutputFormat format() {
        return format;
    }

    private String words() {
        return String.join(", ", formats.keySet()).replaceFirst(", ([a-z]+)$", " or $1");
    }

    enum OutputFormat implements Coded {
        TEXT,
        JSON,
        YAML,
        DIFF,
        MANIFEST,
        FIX,
        MARKDOWN,
        JUNIT,
        GITHUB;

        @Override
        public String toString() {
            return code();
        }
    }
}
