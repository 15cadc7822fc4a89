package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.testing.Recorder;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which thread of the running program decides, and what becomes of a decision that nobody waits for. */
@QuarkusTest
@TestProfile(MutateIT.OneProgram.class)
@Tag("alone")
class SlowDecisionsIT {
    private static final int LARGE = 64 << 10;
    /** The log names it, so that it tells the thread that decided. */
    private static final String REVIEW = """
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "%s", "operation": "CREATE",
             "namespace": "default", "resource": {"group": "", "version": "v1", "resource": "pods"},
             "kind": {"group": "", "version": "v1", "kind": "Pod"}, "object": {"spec": {"tolerations": 7}, "x": "%s"}}}""";

    @TestHTTPResource
    URI webhook;

    @Inject
    MeterRegistry metrics;

    /** The threads that log, with what they say. */
    private final Recorder recorder = Recorder.of(
            AdmissionLog.class.getName(), line -> Thread.currentThread().getName() + ": " + line.getMessage());

    @AfterEach
    void stopRecording() {
        recorder.close();
    }

    @Test
    void aSmallReviewIsDecidedOnTheEventLoop() throws IOException {
        String status = post(review("small", 0));

        assertThat(status).isEqualTo("HTTP/1.1 200 OK");
        assertThat(recorder.lines())
                .singleElement()
                .asString()
                .contains("eventloop", "uid=\"small\"")
                .doesNotContain("tolerant-decisions");
    }

    @Test
    void aLargeReviewIsDecidedOnAThreadOfItsOwnKind() throws IOException {
        String status = post(review("large", LARGE));

        assertThat(status).isEqualTo("HTTP/1.1 200 OK");
        assertThat(recorder.lines()).singleElement().asString().contains("tolerant-decisions", "uid=\"large\"");
    }

    @Test
    void aLargeReviewDoesNotKeepSmallOnesFromBeingAnswered() throws IOException {
        CountDownLatch end = occupyAllThreads();
        try (Socket client = send(review("large", LARGE))) {
            String status = post(review("small", 0));

            assertThat(status).isEqualTo("HTTP/1.1 200 OK");
            assertThat(recorder.lines()).singleElement().asString().contains("uid=\"small\"");

            end.countDown();

            assertThat(status(client)).isEqualTo("HTTP/1.1 200 OK");
        } finally {
            end.countDown();
        }
    }

    @Test
    void theBodyOfAClientThatLeavesBeforeTheDecisionIsHeldUntilThenAndNotWorkedOn() throws IOException {
        byte[] review = review("left", LARGE);
        CountDownLatch end = occupyAllThreads();
        try {
            try (Socket client = send(review)) {
                await().until(() -> held() == review.length);
            }

            await().during(Duration.ofMillis(500)).until(() -> held() == review.length);
        } finally {
            end.countDown();
        }

        await().until(() -> held() == 0);
        assertThat(recorder.lines()).isEmpty();
    }

    private CountDownLatch occupyAllThreads() {
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Admission.SLOW_DECISIONS.execute(() -> awaitQuietly(end));
        }
        return end;
    }

    private static void awaitQuietly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private double held() {
        return metrics.get("tolerant.body.bytes").gauge().value();
    }

    private static byte[] review(String uid, int padding) {
        return REVIEW.formatted(uid, "x".repeat(padding)).getBytes(StandardCharsets.UTF_8);
    }

    private String post(byte[] review) throws IOException {
        try (Socket client = send(review)) {
            return status(client);
        }
    }

    private Socket send(byte[] review) throws IOException {
        Socket client = new Socket(webhook.getHost(), webhook.getPort());
        String head = "POST /mutate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + review.length + "\r\n\r\n";
        client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().write(review);
        return client;
    }

    private static String status(Socket client) throws IOException {
        byte[] answer = client.getInputStream().readNBytes("HTTP/1.1 200 OK".length());
        return new String(answer, StandardCharsets.US_ASCII);
    }
}
