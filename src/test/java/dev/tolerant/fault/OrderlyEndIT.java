package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The program is told to stop while clients still connect to it. */
@Tag("alone")
@ExtendWith(FaultTable.class)
@Tag("ci")
class OrderlyEndIT {
    private static final int CLIENTS = 32;
    private static final Duration END = Duration.ofSeconds(30);

    @Test
    void whoeverItLetsInIsAnsweredAndNoStackTraceIsLogged(FaultTable.Rows table) throws Exception {
        Map<String, String> settings = Map.of("quarkus.shutdown.delay", "2s");
        try (RunningProgram program = RunningProgram.start("orderly-end", settings);
                Load load = Load.reconnecting("127.0.0.1", program.mutate(), CLIENTS, Bodies.small())) {
            load.awaitAnswered(200);

            program.terminate();
            await("the program to end").atMost(END).until(() -> !program.isAlive());
            Answers answers = load.stop();
            table.add(new Row(
                    "SIGTERM under load",
                    CLIENTS + " clients, each review on a new connection, until the ports are closed",
                    answers.answered() + answers.failed(),
                    answers.failed(),
                    answers.worst()));

            program.assertNoStackTrace();
            assertThat(answers.failed()).isZero();
            // Refused before the program accepts them, or while the kernel still holds them.
            assertThat(answers.failures().keySet())
                    .allMatch(failure ->
                            failure.matches("no connection: .*(Connection refused|Connection reset by peer).*"));
        }
    }
}
