package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stream of empty HTTP/2 CONTINUATION frames (CVE-2026-33871). */
@Tag("alone")
@ExtendWith(FaultTable.class)
class ContinuationIT {
    private static final String ATTACKER = "127.0.0.2";
    private static final String API_SERVER = "127.0.0.1";
    private static final int FRAMES = 1000;
    private static final Duration LENGTH = Duration.ofSeconds(2);
    /** What an open end of the stream could use of a processor, of which a stream without an end uses all. */
    private static final double SHARE = 0.5;

    private static RunningProgram program;

    @BeforeAll
    static void start() {
        program = RunningProgram.start("continuation", Map.of("quarkus.http.insecure-requests", "enabled"));
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @Test
    void theWebhooksPortDoesNotChooseHttp2() throws IOException {
        // Without ALPN on the server nothing is negotiated, and HTTP/1.1 is spoken.
        assertThat(RawConnection.negotiated(ATTACKER, program.mutate(), "h2", "http/1.1"))
                .isIn("", "http/1.1");
    }

    @Test
    void theWebhooksPortsDoNotUpgradeToHttp2() throws IOException {
        // Given
        byte[] upgrade = ("GET /mutate HTTP/1.1\r\nHost: tolerant\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                        + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        for (Target target : new Target[] {program.mutate(), Target.http(program.plainPort(), "/mutate")}) {

            // When
            String answer;
            try (RawConnection connection = RawConnection.open(ATTACKER, target)) {
                answer = connection.write(upgrade).answer(500);
            }

            // Then
            assertThat(answer).startsWith("HTTP/1.1 ").doesNotStartWith("HTTP/1.1 101");
        }
    }

    @Test
    void theWebhooksPortsDoNotTakeHttp2FromAClientThatAssumesIt() throws IOException {
        for (Target target : new Target[] {program.mutate(), Target.http(program.plainPort(), "/mutate")}) {

            // When
            String answer;
            try (RawConnection connection = RawConnection.open(ATTACKER, target)) {
                answer = connection.write(Http2Frames.unendedHeaders()).answer(500);
            }

            // Then
            assertThat(Http2Frames.isAnsweredBy(answer)).as(answer).isFalse();
        }
    }

    @Test
    void theWebhooksPortEndsAStreamOfContinuations(FaultTable.Rows table) throws Exception {
        endsAStreamOfContinuations("empty CONTINUATION frames on the webhook's port", program.mutate(), table);
    }

    @Test
    void theManagementPortEndsAStreamOfContinuations(FaultTable.Rows table) throws Exception {
        endsAStreamOfContinuations("empty CONTINUATION frames on the management port", program.liveness(), table);
    }

    /** Sends frames until the server ends it, or time is over. */
    private static void endsAStreamOfContinuations(String fault, Target target, FaultTable.Rows table)
            throws Exception {
        // Given
        byte[] frames = Http2Frames.emptyContinuations(FRAMES);
        try (RawConnection stream = RawConnection.open(ATTACKER, target);
                Load others = Load.paced(API_SERVER, program.mutate(), 50, Bodies.small())) {
            others.awaitAnswered(20);
            stream.write(Http2Frames.unendedHeaders());

            // When
            boolean isEnded = false;
            long end = System.nanoTime() + LENGTH.toNanos();
            while (!isEnded && System.nanoTime() < end) {
                isEnded = isEndedBy(frames, stream);
            }
            Duration before = program.processorTime();
            long from = System.nanoTime();
            Answers answers = others.after(LENGTH);
            double used = (double) program.processorTime().minus(before).toNanos() / (System.nanoTime() - from);
            table.add(Row.of(fault, "50/s from another peer", answers));

            // Then
            assertThat(isEnded).as("the server closed the connection").isTrue();
            assertThat(used).as("processors used after that").isLessThan(SHARE);
            assertThat(answers.failures()).isEmpty();
            program.assertUnharmed();
        }
    }

    private static boolean isEndedBy(byte[] frames, RawConnection stream) {
        try {
            stream.write(frames);
            return stream.isClosed();
        } catch (IOException closed) {
            return true;
        }
    }
}
