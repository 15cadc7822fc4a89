package dev.tolerant.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.PodReview;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Requests that make the program count each kind of thing that it counts. */
final class EachKindOfRequest {
    private static final Path DAEMON_SET = Path.of("src/test/resources/reviews/daemonset-create-agent.json");
    private static final String BARE = "{'containers': [{'name': 'main'}]}";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI webhook;

    EachKindOfRequest(URI webhook) {
        this.webhook = webhook;
    }

    /** Sends one of each kind, and checks that it is of that kind. */
    void send() {
        assertThat(answer(PodReview.createSpec(BARE))).contains("\"patchType\"");
        assertThat(answer(PodReview.tolerating("[{key: forbidden, operator: Exists}]")
                        .in("whitelisting")
                        .creation()))
                .contains("\"allowed\":false");
        assertThat(answer(PodReview.aPod()
                        .labelled("tolerant.dev/inject", "false")
                        .creation()))
                .doesNotContain("\"patch\"");
        assertThat(answer(PodReview.createSpec("{'tolerations': 'all'}"))).contains("\"warnings\"");
        assertThat(answer(PodReview.aPod().in("mistaken").creation())).contains("\"warnings\"");
        assertThat(answer(PodReview.update(
                        PodReview.yaml("{'spec': " + BARE + "}"), PodReview.yaml("{'spec': " + BARE + "}"))))
                .contains("\"allowed\":true");
        assertThat(answer(daemonSet())).contains("\"patchType\"");
        assertThat(post("/mutate", "hello").statusCode()).isEqualTo(400);
        assertThat(beginTooLargeBody()).startsWith("HTTP/1.1 413 ");
    }

    private static ObjectNode daemonSet() {
        try {
            return (ObjectNode) PodReview.yaml(Files.readString(DAEMON_SET));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private String answer(ObjectNode review) {
        HttpResponse<String> response = post("/mutate", review.toString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private HttpResponse<String> post(String path, String body) {
        try {
            return HTTP.send(
                    HttpRequest.newBuilder(webhook.resolve(path))
                            .header("Content-Type", "application/json")
                            .timeout(Duration.ofSeconds(20))
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** What the program answers before it has read any of the body. */
    private String beginTooLargeBody() {
        String head = "POST /mutate HTTP/1.1\r\nHost: webhook\r\nContent-Type: application/json\r\n"
                + "Content-Length: 99999999\r\n\r\n";
        try (Socket socket = new Socket(webhook.getHost(), webhook.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes("HTTP/1.1 413 ".length()), StandardCharsets.US_ASCII);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
