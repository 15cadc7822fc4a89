package dev.tolerant.cli;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;

/** The root of the command line. */
@Command(
        name = "tolerant",
        description = "Gives pods the tolerations that their cluster's operators want them to have.",
        subcommands = {
            ExplainCommand.class,
            ApplyCommand.class,
            DiffCommand.class,
            LintCommand.class,
            TestCommand.class,
            CertificateCommand.class,
            ServeCommand.class,
            KubectlCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class
        },
        versionProvider = TolerantCommand.Version.class,
        synopsisSubcommandLabel = "[COMMAND]",
        exitCodeList = {"0:all is well", "1:a command has found something; its help says what", ExitCode.CANNOT_BE_USED
        },
        footer = {"", "Without a command, it serves the webhook, as serve does."})
final class TolerantCommand {
    private static final int HELP_WIDTH = 115;

    private TolerantCommand() {}

    static CommandLine commandLine() {
        return commandLine(new CommandLine(new TolerantCommand()));
    }

    /** The commands of the kubectl plugin, whose help calls it as people do. */
    static CommandLine plugin() {
        return commandLine(new CommandLine(new KubectlCommand()).setCommandName("kubectl tolerant"));
    }

    private static CommandLine commandLine(CommandLine root) {
        root.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setColorScheme(Help.defaultColorScheme(Terminal.hasColours() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
        addTo(root);
        return root;
    }

    /** What all commands have: help, the version, and the heading of their exit codes. */
    private static void addTo(CommandLine command) {
        command.getCommandSpec().mixinStandardHelpOptions(true).usageMessage().exitCodeListHeading(ExitCode.HEADING);
        OutputOption.describe(command.getCommandSpec());
        command.getSubcommands().values().forEach(TolerantCommand::addTo);
    }

    private static int report(Exception failure, CommandLine command) {
        PrintWriter err = command.getErr();
        new Messages(command.getCommandName(), err).say(sentence(failure));
        err.flush();
        return ExitCode.UNUSABLE.code();
    }

    private static String sentence(Exception failure) {
        if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            return sentence(unchecked.getCause());
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        // A file exception's message is only the file's name.
        return failure instanceof FileSystemException file
                ? file.getFile() + " cannot be read or written ("
                        + failure.getClass().getSimpleName() + ")"
                : String.valueOf(failure.getMessage());
    }

    /** The version that the program was packaged as. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Version.class.getPackage().getImplementationVersion();
            return new String[] {"tolerant " + (version == null ? "(not packaged)" : version)};
        }
    }
}
