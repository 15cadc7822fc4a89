package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.DocumentFiles;
import dev.tolerant.testing.LocalServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asking a webhook by HTTP and HTTPS, as the pod of {@code helm test} does. */
class AskCommandTest {
    private static final String ADMITTED = "{\"response\":{\"uid\":\"helm-test\",\"allowed\":true}}";

    @TempDir
    private Path directory;

    private Certificates certificates;
    private HttpsServer webhook;
    private volatile String answer = ADMITTED;
    private volatile String posted = "";

    @BeforeEach
    void serve() throws Exception {
        certificates = Certificates.in(directory, "localhost");
        Config files = new ConfigBuilder(Config.empty())
                .withClientCertFile(certificates.certificate().toString())
                .withClientKeyFile(certificates.key().toString())
                .withClientKeyAlgo("EC")
                .build();
        webhook = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.setHttpsConfigurator(new HttpsConfigurator(SSLUtils.sslContext(files)));
        webhook.createContext("/mutate", exchange -> {
            posted = exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            LocalServer.send(exchange, 200, answer);
        });
        webhook.start();
    }

    @AfterEach
    void stop() {
        webhook.stop(0);
    }

    @Test
    void itPostsTheReviewToAWebhookOfThisAuthorityAndPrintsTheAnswer() {
        assertThat(asked("localhost", "--ca=" + text(certificates))).isEqualTo(new CommandRun(0, ADMITTED + "\n", ""));
        assertThat(posted).isEqualTo("application/json {\"é\":1}");
    }

    @Test
    void aRefusalIsFound() {
        answer = ADMITTED.replace("true", "false");

        assertThat(asked("localhost", "--ca=" + text(certificates))).isEqualTo(new CommandRun(1, answer + "\n", ""));
    }

    @Test
    void aWebhookOfAnotherAuthorityOrNameIsNotTrusted() {
        String other = text(Certificates.in(directory.resolve("other")));

        for (CommandRun run : List.of(
                asked("localhost"),
                asked("localhost", "--ca=" + other),
                asked("localhost", "--ca="),
                asked("127.0.0.1", "--ca=" + text(certificates)))) {
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("ask: https://").contains("/mutate does not answer as it should: ");
        }
        assertThat(posted).isEmpty();
    }

    @Test
    void healthIsReadAndOneThatIsDownIsNone() {
        try (LocalServer server = new LocalServer(exchange -> LocalServer.send(
                exchange, exchange.getRequestURI().getPath().endsWith("ready") ? 200 : 503, "{\"status\":\"UP\"}"))) {
            assertThat(CommandRun.of("ask", server.url() + "/q/health/ready"))
                    .isEqualTo(new CommandRun(0, "{\"status\":\"UP\"}\n", ""));
            String down = server.url() + "/q/health/live";
            assertThat(CommandRun.of("ask", down))
                    .isEqualTo(new CommandRun(
                            2,
                            "",
                            "ask: " + down + " does not answer as it should: Server returned HTTP response code: 503"
                                    + " for URL: " + down + "\n"));
        }
    }

    private static String text(Certificates certificates) {
        return DocumentFiles.text(certificates.authority());
    }

    private CommandRun asked(String host, String... options) {
        String[] line = new String[options.length + 4];
        line[0] = "ask";
        System.arraycopy(options, 0, line, 1, options.length);
        line[options.length + 1] = "--review";
        line[options.length + 2] = "{\"é\":1}";
        line[options.length + 3] =
                "https://" + host + ":" + webhook.getAddress().getPort() + "/mutate";
        return CommandRun.of(line);
    }
}
