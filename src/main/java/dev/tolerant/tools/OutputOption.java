package dev.tolerant.tools;

import java.util.Arrays;
import java.util.EnumMap;
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
    private final Map<OutputFormat, String> refused = new EnumMap<>(OutputFormat.class);

    @Option(
            names = {"-o", NAME},
            paramLabel = "FORMAT",
            defaultValue = "text")
    private OutputFormat format;

    /** An option for these forms, besides text. */
    OutputOption(OutputFormat... others) {
        formats.put(OutputFormat.TEXT.toString(), OutputFormat.TEXT);
        Arrays.stream(others).forEach(other -> formats.put(other.toString(), other));
    }

    /** The same option, which answers a form that only another command writes with this sentence. */
    OutputOption refusing(OutputFormat other, String sentence) {
        refused.put(other, sentence);
        return this;
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
        String name = text.toLowerCase(Locale.ROOT);
        for (OutputFormat other : refused.keySet()) {
            if (other.toString().equals(name)) {
                return other;
            }
        }
        OutputFormat found = formats.get(name);
        if (found == null) {
            throw new TypeConversionException("it must be " + words());
        }
        return found;
    }

    /** The form that somebody chose. */
    OutputFormat format() throws InputException {
        String sentence = refused.get(format);
        if (sentence != null) {
            throw new InputException(sentence);
        }
        return format;
    }

    private String words() {
        return String.join(", ", formats.keySet()).replaceFirst(", ([a-z]+)$", " or $1");
    }
}
