package dev.tolerant;

import dev.tolerant.server.webhook.ConnectionGuard;
import io.quarkus.runtime.Quarkus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Serves the webhook. */
@Command(
        name = "serve",
        hidden = true,
        description = "Serves the webhook until it is stopped, as the program does without a command.",
        exitCodeList = {"1:it cannot start", "2:an option cannot be used", "143:SIGTERM has stopped it"},
        footer = {
            "",
            "Settings come from system properties, the environment and config/application.properties; docs/settings.md",
            "has them all.",
            "",
            "Example:",
            "  JAVA_OPTS=-Dtolerant.policies.source=none tolerant serve"
        })
final class ServeCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        serve();
        return 0;
    }

    static void serve() {
        ConnectionGuard.enable();
        Quarkus.run();
    }
}
