package dev.tolerant.tools;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that chooses one of the forms that a command can write. */
final class OutputOption {
    private static final String NAME = "--output";

    private final Set<OutputFormat> formats;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-o", NAME},
            paramLabel = "FORMAT",
            defaultValue = "text")
    private OutputFormat format;

    /** An option for these forms, besides text. */
    OutputOption(OutputFormat... others) {
        this.formats = new LinkedHashSet<>(Set.of(OutputFormat.TEXT));
        this.formats.addAll(Arrays.asList(others));
    }

    /** Has the help of a command say which forms it can write. */
    static void describe(CommandSpec command) {
        for (CommandSpec mixin : command.mixins().values()) {
            if (mixin.userObject() instanceof OutputOption output) {
                OptionSpec undescribed = command.findOption(NAME);
                command.remove(undescribed);
                command.addOption(OptionSpec.builder(undescribed)
                        .description(output.words() + ". Default: text.")
                        .completionCandidates(output.formats.stream()
                                .map(OutputFormat::toString)
                                .toList())
                        .build());
            }
        }
    }

    /** The form that somebody chose. */
    OutputFormat format() {
        if (!formats.contains(format)) {
            throw new ParameterException(
                    spec.commandLine(), "Invalid value for option '" + NAME + "': it must be " + words());
        }
        return format;
    }

    private String words() {
        String all = formats.stream().map(OutputFormat::toString).collect(Collectors.joining(", "));
        return all.replaceFirst(", ([a-z]+)$", " or $1");
    }
}
