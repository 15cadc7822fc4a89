package dev.tolerant.cli;

import dev.tolerant.core.decision.OneLine;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** Writes a command's messages to standard error, one line each. */
record Messages(String command, PrintWriter err) {
    private static final int MAX_LENGTH = 2000;

    static Messages of(CommandSpec spec) {
        return new Messages(spec.name(), spec.commandLine().getErr());
    }

    /** Names and values come from files: they must not move the cursor of somebody's terminal. */
    void say(String sentence) {
        err.println(OneLine.of(command + ": " + sentence, MAX_LENGTH));
    }
}
