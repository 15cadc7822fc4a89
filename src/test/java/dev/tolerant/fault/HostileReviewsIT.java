package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reviews on which a program could spend more time than they are long: other clients are answered meanwhile. */
@Tag("alone")
@ExtendWith(FaultTable.class)
class HostileReviewsIT {
    private static final String ATTACKER = "127.0.0.2";
    private static final String API_SERVER = "127.0.0.1";
    private static final int AT_ONCE = 8;
    private static final Duration LENGTH = Duration.ofSeconds(3);

    private static RunningProgram program;

    @BeforeAll
    static void start() {
        program = RunningProgram.start("hostile");
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    static Stream<Arguments> reviews() {
        return Stream.of(
                Arguments.of("12,000 resource names with one hash", Bodies.collidingResources(12_000)),
                Arguments.of("16,000 tolerations on UPDATE", Bodies.tolerationsOnUpdate(16_000)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reviews")
    void othersAreAnsweredMeanwhile(String fault, byte[] review, FaultTable.Rows table) throws Exception {
        // Given
        try (Load others = Load.paced(API_SERVER, program.mutate(), 50, Bodies.small())) {
            others.awaitAnswered(20);

            // When
            Answers hostile;
            Answers answers;
            try (Load attack =
                    Load.closed(ATTACKER, program.mutate().patient(Duration.ofSeconds(30)), AT_ONCE, review)) {
                answers = others.after(LENGTH);
                hostile = attack.stop();
            }
            table.add(Row.of(fault + ", 8 at once, again and again", "50/s from another peer", answers));

            // Then
            assertThat(answers.failures()).isEmpty();
            assertThat(hostile.answered())
                    .as("hostile reviews that were answered, of the others %s", hostile.failures())
                    .isPositive();
            program.assertUnharmed();
        }
    }
}
