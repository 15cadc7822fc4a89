package dev.tolerant.cli;

import java.nio.file.FileSystemException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root of the command line. */
@Command(
        name = "tolerant",
        description = "Gives pods the tolerations that their cluster's operators mean them to have.",
        subcommands = {CertificateCommand.class, CommandLine.HelpCommand.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Without a command the webhook is served."})
final class TolerantCommand {
    private TolerantCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(new TolerantCommand()).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(command.getCommandName() + ": " + sentence(failure));
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
    }

    /** A file exception's message is only the file's name. */
    private static String sentence(Exception failure) {
        return failure instanceof FileSystemException file
                ? file.getFile() + " cannot be read or written ("
                        + failure.getClass().getSimpleName() + ")"
                : String.valueOf(failure.getMessage());
    }
}
