package dev.tolerant.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes what is known of a cluster into one file. */
@Command(
        name = "dump",
        description = "Writes the facts of a cluster that the other commands need, in one JSON text.",
        exitCodeList = {"0:the dump is written", ExitCode.CANNOT_BE_USED})
final class DumpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private FactsOptions options;

    @Override
    public Integer call() throws Exception {
        options.facts(Messages.of(spec));
        return ExitCode.FINE.code();
    }
}
