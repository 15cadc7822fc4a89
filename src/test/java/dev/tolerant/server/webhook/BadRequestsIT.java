package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.Recorder;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the ports of the running program make of requests that their clients got wrong: a short answer, and no log. */
@QuarkusTest
@TestProfile(MutateIT.OneProgram.class)
@Tag("alone")
class BadRequestsIT {
    private @Nullable Recorder log;

    @TestHTTPResource
    URI webhook;

    @TestHTTPResource(management = true)
    URI management;

    @BeforeEach
    void listen() {
        log = Recorder.of("", line -> line.getLoggerName() + " " + line.getMessage() + " " + line.getThrown());
        Logger.getLogger("heard").warning("this");
    }

    @AfterEach
    void stopListening() {
        Objects.requireNonNull(log).close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /%z HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
                "POST /mutate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
                "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=\r\nContent-Length: 5\r\n\r\naaaaa",
                "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=a; charset=foo\r\n"
                        + "Content-Length: 5\r\n\r\naaaaa",
                "POST /x HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: 7\r\n\r\na=%zz&b"
            })
    void aRequestThatItsClientGotWrongIsAnsweredQuietly(String request) throws IOException {
        for (URI server : new URI[] {webhook, management}) {
            String answer = answer(server, request);

            // What cannot be decoded may also be cut off
            assertThat(answer)
                    .satisfiesAnyOf(
                            text -> assertThat(text).isEmpty(),
                            text -> assertThat(text).startsWith("HTTP/1.1 4").doesNotContain("Exception"));
        }
        assertThat(Objects.requireNonNull(log).lines()).containsExactly("heard this null");
    }

    private static String answer(URI server, String request) throws IOException {
        try (Socket client = new Socket("localhost", server.getPort())) {
            client.getOutputStream().write(ascii(request));
            return read(client);
        }
    }

    private static String read(Socket client) throws IOException {
        InputStream in = client.getInputStream();
        byte[] bytes = new byte[65_536];
        int length = Math.max(0, in.read(bytes));
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
