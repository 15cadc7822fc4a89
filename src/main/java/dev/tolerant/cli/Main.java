package dev.tolerant.cli;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Serves the webhook; with arguments it is the command line instead, and no server is started. */
@QuarkusMain
public class Main {
    private Main() {}

    public static void main(String... arguments) {
        if (arguments.length == 0) {
            Quarkus.run(arguments);
        } else {
            System.exit(TolerantCommand.commandLine().execute(arguments));
        }
    }
}
