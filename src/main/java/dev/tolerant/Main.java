package dev.tolerant;

import dev.tolerant.tools.TolerantCommand;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Serves the webhook; with arguments it is the command line instead, and no server is started. */
@QuarkusMain
public class Main {
    private Main() {}

    public static void main(String... arguments) {
        if (arguments.length == 0) {
            ServeCommand.serve();
        } else {
            System.exit(run(writer(System.out), writer(System.err), arguments));
        }
    }

    /** All commands. */
    public static CommandLine commandLine() {
        return TolerantCommand.commandLine(new ServeCommand());
    }

    /** Runs a command, and gives its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return TolerantCommand.run(commandLine(), out, err, arguments);
    }

    /** Manifests are UTF-8, whatever the locale is. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }
}
