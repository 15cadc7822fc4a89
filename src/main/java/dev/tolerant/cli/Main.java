package dev.tolerant.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;

/** Serves the webhook; with arguments it is the command line instead, and no server is started. */
@QuarkusMain
public class Main {
    /** What the launcher puts before the arguments when kubectl has called it. */
    private static final String PLUGIN = "kubectl-tolerant";

    private Main() {}

    public static void main(String... arguments) {
        if (arguments.length == 0) {
            ServeCommand.serve();
        } else {
            System.exit(run(writer(System.out), writer(System.err), arguments));
        }
    }

    /** Runs a command, and gives its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        boolean plugin = arguments.length > 0 && arguments[0].equals(PLUGIN);
        CommandLine command = plugin ? TolerantCommand.plugin() : TolerantCommand.commandLine();
        command.setOut(out).setErr(err);
        int exitCode = command.execute(plugin ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments);
        out.flush();
        err.flush();
        return exitCode;
    }

    /** Manifests are UTF-8, whatever the locale is. */
    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }
}
