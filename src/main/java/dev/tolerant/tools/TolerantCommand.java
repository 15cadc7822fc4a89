package dev.tolerant.tools;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command line. */
@Command(
        name = "tolerant",
        description = "Adds tolerations, seconds until eviction and node affinity to pods, and explains them.",
        subcommands = {
            ExplainCommand.class,
            WhatifCommand.class,
            DrillCommand.class,
            DoctorCommand.class,
            LintCommand.class,
            TestCommand.class,
            DumpCommand.class,
            AskCommand.class,
            CertificateCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class
        },
        versionProvider = TolerantCommand.PackagedVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeList = {"0:all is well", "1:a command has found something; its help says what", ExitCode.CANNOT_BE_USED
        },
        footer = {"", "The command serve serves the webhook; so does java -jar quarkus-run.jar without a command."})
public final class TolerantCommand {
    /** The mark that the launcher puts before the arguments when kubectl has called it. */
    private static final String PLUGIN = "kubectl-tolerant";
    /** The mark that it puts if there are no arguments, with which the program would serve. */
    private static final String LAUNCHER = "tolerant";

    private static final int HELP_WIDTH = 115;

    private TolerantCommand() {}

    public static CommandLine with(Object other) {
        return commandLine(new CommandLine(new TolerantCommand()).addSubcommand(other));
    }

    /** Returns the exit code; for kubectl, the help calls the command as people do. {@code out} tells of failed writes. */
    public static int run(CommandLine command, PrintWriter out, PrintWriter err, String... arguments) {
        String caller = arguments.length == 0 ? "" : arguments[0];
        boolean plugin = caller.equals(PLUGIN);
        command.setOut(out).setErr(err);
        if (plugin) {
            command.setCommandName("kubectl tolerant");
        }
        int exitCode = command.execute(
                plugin || caller.equals(LAUNCHER) ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments);
        if (out.checkError()) {
            Messages.of(command)
                    .say("the output cannot be written: give it a place that has room and is read to the end");
            exitCode = ExitCode.UNUSABLE.code();
        }
        err.flush();
        return exitCode;
    }

    static CommandLine commandLine(CommandLine root) {
        root.setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionStrategy(TolerantCommand::execute)
                .setParameterExceptionHandler((wrong, arguments) -> misused(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command));
        addTo(root);
        return root;
    }

    /** Picocli lets errors of the JVM pass, such as those of missing classes. */
    private static int execute(ParseResult parsed) {
        Terminal.colours(parsed);
        boolean isAlone = !parsed.hasSubcommand() && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested();
        if (isAlone && !parsed.commandSpec().subcommands().isEmpty()) {
            CommandLine root = parsed.commandSpec().commandLine();
            root.usage(root.getErr(), root.getColorScheme());
            return ExitCode.UNUSABLE.code();
        }
        try {
            return new RunLast().execute(parsed);
        } catch (Error unexpected) {
            List<CommandLine> commands = parsed.asCommandLineList();
            return report(unexpected, commands.get(commands.size() - 1));
        }
    }

    /** Adds help, the version, stacks of errors, and the heading of the exit codes. */
    private static void addTo(CommandLine command) {
        command.getCommandSpec()
                .addOption(Messages.option())
                .addOption(Terminal.option())
                .mixinStandardHelpOptions(true)
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n");
        OutputOption.describe(command.getCommandSpec());
        command.getSubcommands().values().forEach(TolerantCommand::addTo);
    }

    private static int misused(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        Messages messages = Messages.of(command);
        messages.say(String.valueOf(wrong.getMessage()));
        List<String> near =
                wrong instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        if (!near.isEmpty()) {
            messages.say("did you mean " + String.join(" or ", near) + "?");
        }
        messages.say("see " + command.getCommandSpec().qualifiedName() + " --help");
        command.getErr().flush();
        return ExitCode.UNUSABLE.code();
    }

    private static int report(Throwable failure, CommandLine command) {
        Messages messages = Messages.of(command);
        messages.say(
                failure instanceof NoSuchFileException missing
                        ? argument(missing.getFile(), command) + missing.getFile() + " does not exist: check the path"
                        : sentence(failure, messages));
        command.getErr().flush();
        return ExitCode.UNUSABLE.code();
    }

    /** With a space after it; empty if no argument names the file. */
    private static String argument(String file, CommandLine command) {
        for (ArgSpec argument : command.getParseResult().matchedArgs()) {
            if (argument.originalStringValues().contains(file)) {
                return (argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel()) + " ";
            }
        }
        return "";
    }

    private static String sentence(Throwable failure, Messages messages) {
        if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
            return sentence(unchecked.getCause(), messages);
        }
        // A checked exception is expected, and its message is for people.
        if (failure instanceof RuntimeException || failure instanceof Error || failure.getMessage() == null) {
            return "unexpected error: " + messages.unexpected(failure);
        }
        if (failure instanceof FileAlreadyExistsException file) {
            return file.getFile() + " is not a directory";
        }
        // A file exception's message is only the file's name.
        return failure instanceof FileSystemException file
                ? file.getFile() + " cannot be read or written ("
                        + failure.getClass().getSimpleName() + ")"
                : failure.getMessage();
    }

    static final class PackagedVersion implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = PackagedVersion.class.getPackage().getImplementationVersion();
            return new String[] {"tolerant " + (version == null ? "(not packaged)" : version)};
        }
    }
}
