package dev.tolerant.tools;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what makes a shell complete commands, options and files. */
@Command(
        name = "completion",
        hidden = true,
        description = "Prints a script that makes the shell complete commands, options and files.",
        exitCodeList = {"0:the script is printed", "2:there is no script for the shell"},
        footer = {
            "",
            "Examples, for ~/.bashrc and ~/.zshrc:",
            "  eval \"$(tolerant completion bash)\"",
            "  eval \"$(tolerant completion zsh)\""
        })
final class CompletionCommand extends ToolCommand {
    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell;

    enum Shell {
        BASH,
        /** Turns on its emulation of bash's completion by a line of the same script. */
        ZSH
    }

    @Override
    ExitCode run(Messages messages) {
        out().print(AutoComplete.bash("tolerant", spec.root().commandLine()));
        return ExitCode.FINE;
    }
}
