package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests that a client begins and does not end. */
@Tag("alone")
@Tag("faults")
@ExtendWith(FaultTable.class)
class HalfOpenIT {
    private static final String ATTACKER = "127.0.0.2";
    private static final String API_SERVER = "127.0.0.1";
    private static final int OF_EACH = 750;

    @Test
    void threeThousandHalfOpenRequestsDoNotOutliveAMinute(FaultTable.Rows table) throws Exception {
        // Given
        try (RunningProgram program = RunningProgram.start("half-open");
                Load others = Load.paced(API_SERVER, program.mutate(), 50, Bodies.small())) {
            others.awaitAnswered(20);
            byte[] head = RawConnection.head(program.mutate(), 2000);
            byte[] beginning = "POST /mutate HTTP/1.1\r\nHost: toler".getBytes(StandardCharsets.US_ASCII);

            // When
            try (HalfOpenRequests silent = HalfOpenRequests.silent(OF_EACH, ATTACKER, program.mutate());
                    HalfOpenRequests still = HalfOpenRequests.begin(OF_EACH, ATTACKER, program.mutate(), beginning);
                    HalfOpenRequests heads = HalfOpenRequests.begin(OF_EACH, ATTACKER, program.mutate(), beginning);
                    HalfOpenRequests bodies = HalfOpenRequests.begin(OF_EACH, ATTACKER, program.mutate(), head)) {
                await("the server to close them")
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofSeconds(2))
                        .untilAsserted(() -> {
                            heads.drip();
                            bodies.drip();
                            assertThat(silent.open() + still.open() + heads.open() + bodies.open())
                                    .isZero();
                        });
            } finally {
                Answers answers = others.stop();
                table.add(Row.of("3,000 half-open requests", "50/s from another peer", answers));
                assertThat(answers.failures()).isEmpty();
            }

            // Then
            program.assertUnharmed();
        }
    }
}
