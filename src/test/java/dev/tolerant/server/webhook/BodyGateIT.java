package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the running program makes room for, with budgets so small that a few requests fill them (Promise 8). */
@QuarkusTest
@Tag("alone")
@TestProfile(MutateIT.OneProgram.class)
class BodyGateIT {
    private static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-train.json");
    /** The longest body: the budget without the fifth that is for small ones. */
    private static final int LONGEST = 4 << 20;

    @TestHTTPResource
    URI webhook;

    @TestHTTPResource(management = true)
    URI management;

    @Inject
    BodyGate bodies;

    @AfterEach
    void nothingStaysReserved() {
        await().untilAsserted(() -> assertThat(bodies.held()).isZero());
    }

    @Test
    void aLargeReviewIsAnswered() throws IOException {
        byte[] review = padded(LONGEST);

        String answer = post("/mutate", review);

        assertThat(answer).startsWith("HTTP/1.1 200 ").contains("\"allowed\":true");
    }

    @Test
    void aBodyInChunksIsTurnedAwayAndItsConnectionClosed() throws IOException {
        try (Socket client = connect(webhook)) {
            client.getOutputStream().write(ascii(head("/mutate", "Transfer-Encoding: chunked") + "7\r\n{\"a\": 1\r\n"));

            assertThat(answer(client))
                    .startsWith("HTTP/1.1 411 ")
                    .endsWith(
                            "{\"message\":\"the request must have a Content-Length; bodies in chunks are not read\"}");
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aPostThatDoesNotSayHowLongItsBodyIsIsTurnedAway() throws IOException {
        try (Socket client = connect(webhook)) {
            client.getOutputStream().write(ascii(head("/mutate", "Accept: */*")));

            assertThat(answer(client)).startsWith("HTTP/1.1 411 ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "+1", "1 ", "0x1", "1, 1", "99999999999999999999", "", "5\r\nTransfer-Encoding: chunked"})
    void aLengthThatIsNoneIsAnErrorOfTheClient(String length) throws IOException {
        try (Socket client = connect(webhook)) {
            client.getOutputStream().write(ascii(head("/mutate", "Content-Length: " + length) + "{"));

            assertThat(answer(client)).startsWith("HTTP/1.1 4");
        }
    }

    @Test
    void headersTakeNoRoom() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                Socket client = connect(webhook);
                clients.add(client);
                client.getOutputStream().write(ascii(head("/mutate", "Content-Length: " + LONGEST)));
            }

            assertThat(post("/mutate", padded(LONGEST))).startsWith("HTTP/1.1 200 ");
            await().untilAsserted(() -> assertThat(bodies.held()).isZero());
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aClientThatExpects100ContinueIsToldToGoOn() throws IOException {
        byte[] review = padded(200_000);
        try (Socket client = connect(webhook)) {
            client.getOutputStream()
                    .write(ascii(head("/mutate", "Content-Length: " + review.length + "\r\nExpect: 100-continue")));

            String first = answer(client);
            client.getOutputStream().write(review);

            assertThat(first).startsWith("HTTP/1.1 100 ");
            assertThat(answer(client)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aBodyForWhichThereIsNoRoomIsTurnedAwayAndAnsweredLater() throws IOException {
        try (Socket unfinished = begin(LONGEST)) {
            String answer = post("/mutate", padded(300_000));

            assertThat(answer).startsWith("HTTP/1.1 503 ").contains("too many bodies at once");
            assertThat(answer).doesNotContainIgnoringCase("Retry-After");
        }

        await().untilAsserted(() -> assertThat(post("/mutate", padded(300_000))).startsWith("HTTP/1.1 200 "));
    }

    @Test
    void theMemoryOfALargeReviewServesShorterAndLongerOnes() throws IOException {
        for (int length : new int[] {200_000, LONGEST, 150_000, LONGEST}) {
            assertThat(post("/mutate", padded(length))).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aSmallReviewIsAnsweredWhileLargeOnesHaveAllTheirRoom() throws IOException {
        try (Socket unfinished = begin(LONGEST)) {
            String answer = post("/mutate", Files.readAllBytes(REVIEW));

            assertThat(answer).startsWith("HTTP/1.1 200 ");
            await().untilAsserted(() -> assertThat(bodies.held()).isEqualTo(LONGEST));
        }
    }

    @Test
    void aSmallBodyCountsForWhatHasComeOfIt() throws IOException {
        try (Socket client = connect(webhook)) {
            client.getOutputStream().write(ascii(head("/mutate", "Content-Length: 100000") + "{".repeat(1000)));

            await().untilAsserted(() -> assertThat(bodies.held()).isBetween(1000, 2000));
        }
    }

    @Test
    void theManagementPortTakesNoBodyOver64KiB() throws IOException {
        try (Socket client = connect(management)) {
            client.getOutputStream().write(ascii(head("/q/health", "Content-Length: 65537")));

            assertThat(answer(client)).startsWith("HTTP/1.1 413 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/mutate;a=b", "/mutate;", "/other"})
    void aPathThatOnlyLooksLikeTheWebhooksIsNotFound(String path) throws IOException {
        assertThat(post(path, Files.readAllBytes(REVIEW))).startsWith("HTTP/1.1 404 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /%zz HTTP/1.1", "PRI * HTTP/2.0", "GARBAGE", "GET /mutate HTTP/9.9"})
    void aRequestThatIsNoneIsTurnedAwayOnBothPorts(String line) throws IOException {
        for (URI server : new URI[] {webhook, management}) {
            try (Socket client = connect(server)) {
                client.getOutputStream().write(ascii(line + "\r\nHost: localhost\r\n\r\n"));

                assertThat(answer(client)).doesNotContain(" 200 ", " 500 ", "Exception");
            }
        }
    }

    @Test
    void theWebhookPortDoesNotSpeakHttp2() throws IOException {
        try (Socket client = connect(webhook)) {
            client.getOutputStream().write(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));

            // No SETTINGS frame, which begins with its length
            assertThat(client.getInputStream().read()).isIn((int) 'H', -1);
        }
    }

    /** Looks at once, as nearly always there is nothing to wait for. */
    private static ConditionFactory await() {
        return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
    }

    /** A large body that stops after its first byte. */
    private Socket begin(int length) throws IOException {
        Socket client = connect(webhook);
        client.getOutputStream().write(ascii(head("/mutate", "Content-Length: " + length) + "{"));
        await().until(() -> bodies.held() == length);
        return client;
    }

    private String post(String path, byte[] body) throws IOException {
        try (Socket client = connect(webhook)) {
            client.getOutputStream().write(ascii(head(path, "Content-Length: " + body.length)));
            client.getOutputStream().write(body);
            return answer(client);
        }
    }

    private static Socket connect(URI server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.getPort());
    }

    private static String head(String path, String length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + length
                + "\r\n\r\n";
    }

    /** What the program sends first; it sends its short answers in one piece. */
    private static String answer(Socket client) throws IOException {
        InputStream in = client.getInputStream();
        byte[] bytes = new byte[65_536];
        StringBuilder answer = new StringBuilder();
        do {
            int length = in.read(bytes);
            if (length < 0) {
                break;
            }
            answer.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
        } while (answer.indexOf("\r\n\r\n") < 0 || in.available() > 0);
        return answer.toString();
    }

    /** A review of so many bytes. */
    private static byte[] padded(int length) throws IOException {
        String review = Files.readString(REVIEW);
        int at = review.indexOf("\"object\":") + "\"object\":".length();
        int open = review.indexOf('{', at) + 1;
        String padding = "\"ignored\":\"\",";
        String text = review.substring(0, open)
                + padding.replace("\"\"", "\"" + "x".repeat(length - review.length() - padding.length()) + "\"")
                + review.substring(open);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
