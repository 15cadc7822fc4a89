package dev.tolerant.tools;

import dev.tolerant.engine.words.OneLine;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Writes messages to standard error, a line each, and if verbose the stack of an unforeseen error. */
record Messages(String command, PrintWriter err, boolean verbose) {
    private static final int MAX_LENGTH = 2000;
    private static final String VERBOSE = "-v";

    static Messages of(CommandLine line) {
        boolean verbose = false;
        for (CommandLine each = line; each != null; each = each.getParent()) {
            verbose |= each.getParseResult() != null && each.getParseResult().hasMatchedOption(VERBOSE);
        }
        return new Messages(line.getCommandName(), line.getErr(), verbose);
    }

    static OptionSpec option() {
        return OptionSpec.builder(VERBOSE, "--verbose")
                .description("Show more: the tables behind an answer, and the stack of an unexpected error.")
                .build();
    }

    /** Names and values come from files: they must not move the cursor of the user's terminal. */
    void say(String sentence) {
        err.println(OneLine.of(command + ": " + sentence, MAX_LENGTH));
    }

    String unexpected(Throwable failure) {
        if (verbose) {
            failure.printStackTrace(err);
        }
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return failure
                + (first == failure ? "" : ", caused by " + first)
                + (verbose ? "" : "; " + VERBOSE + " shows the stack");
    }
}
