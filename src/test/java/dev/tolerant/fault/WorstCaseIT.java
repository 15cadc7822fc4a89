package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** As much as clients can make the program hold at all, in the heap that the chart gives it. */
@Tag("alone")
@Tag("faults")
@ExtendWith(FaultTable.class)
class WorstCaseIT {
    private static final String API_SERVER = "127.0.0.1";
    private static final int ATTACKERS = 5;
    /** More than one client gets of any of them. */
    private static final int CONNECTIONS = 600;

    private static final int LARGE = 3;
    private static final int SMALL = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final byte[] large = Bodies.escaped(1_300_000);
    private final byte[] small = Bodies.escaped(20_000);

    @Test
    void theHeapHoldsAllThatFiveClientsCanFillWithConnectionsHeadersAndBodies(FaultTable.Rows table) throws Exception {
        // Given
        List<AutoCloseable> held = new ArrayList<>();
        try (RunningProgram program = RunningProgram.start("worst-case")) {
            byte[] longHead = ("POST /mutate HTTP/1.1\r\nHost: tolerant\r\nX: " + "x".repeat(3_500))
                    .getBytes(StandardCharsets.US_ASCII);
            for (int attacker = 2; attacker < 2 + ATTACKERS; attacker++) {
                String from = "127.0.0." + attacker;
                UnfinishedPosts largePosts = UnfinishedPosts.begin(LARGE, from, program.mutate(), large);
                UnfinishedPosts smallPosts = UnfinishedPosts.begin(SMALL, from, program.mutate(), small);
                held.add(HalfOpenRequests.begin(CONNECTIONS, from, program.mutate(), longHead));
                await().atMost(PATIENCE).until(() -> largePosts.isSettled() && smallPosts.isSettled());
                held.add(largePosts);
                held.add(smallPosts);
            }

            // When
            Answers authors;
            Load others = Load.paced(API_SERVER, program.mutate(), 50, Bodies.small());
            try (Load parallel =
                    Load.closed("127.0.0.9", program.mutate().patient(Duration.ofSeconds(30)), 16, large)) {
                authors = parallel.after(Duration.ofSeconds(10));
            }
            Answers answers = others.stop();
            table.add(Row.of(
                    ATTACKERS + " clients with 600 connections, long headers and bodies of all lengths each",
                    "50/s from another peer",
                    answers));

            // Then
            assertThat(answers.failures()).isEmpty();
            assertThat(authors.answered())
                    .as("large reviews that were answered")
                    .isPositive();
            program.assertUnharmed();
        } finally {
            for (AutoCloseable each : held) {
                each.close();
            }
        }
    }
}
