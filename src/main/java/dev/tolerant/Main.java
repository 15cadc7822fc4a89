package dev.tolerant;

import dev.tolerant.server.webhook.ConnectionLimit;
import dev.tolerant.tools.TolerantCommand;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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

    public static CommandLine commandLine() {
        return TolerantCommand.with(new ServeCommand());
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return TolerantCommand.run(commandLine(), out, err, arguments);
    }

    /** Manifests are UTF-8, whatever the locale is. Nothing is between the writer and the stream, whose errors it would hide. */
    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, false, StandardCharsets.UTF_8);
    }

    @Command(
            name = "serve",
            hidden = true,
            description =
                    "Serves the webhook until it is stopped, as java -jar quarkus-run.jar and the image do without a command.",
            exitCodeList = {"1:it cannot start", "2:an option cannot be used", "143:SIGTERM has stopped it"},
            footer = {
                "",
                "Settings come from system properties, the environment and config/application.properties; docs/settings.md",
                "has them all.",
                "",
                "Example:",
                "  JAVA_OPTS=-Dtolerant.policies.source=none tolerant serve"
            })
    private static final class ServeCommand implements Callable<Integer> {

        @Override
        public Integer call() {
            serve();
            return 0;
        }

        static void serve() {
            ConnectionLimit.enable();
            Quarkus.run();
        }
    }
}
