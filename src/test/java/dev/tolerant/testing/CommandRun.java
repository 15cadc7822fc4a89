package dev.tolerant.testing;

import dev.tolerant.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command that was run in this JVM, and what it said. */
public record CommandRun(int exitCode, String out, String err) {

    public static CommandRun of(String... arguments) {
        return of(Main.commandLine(), arguments);
    }

    public static CommandRun of(CommandLine command, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(arguments);
        command.getOut().flush();
        command.getErr().flush();
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
