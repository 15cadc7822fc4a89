package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sixteen clients that create legal pods of 1.3 MB at once, through one API server: others are answered. Promise 8. */
@Tag("alone")
@ExtendWith(FaultTable.class)
@Tag("ci")
class LargePodsIT {
    /** Behind konnectivity it is the address of all of them. */
    private static final String API_SERVER = "127.0.0.1";

    private static final int CLIENTS = 16;
    private static final int CHARACTERS = 1_300_000;
    private static final int PER_SECOND = 50;
    private static final Duration LENGTH = Duration.ofSeconds(6);
    /** As long as an API server waits at most: the table shows how long they waited. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @AutoClose
    private static RunningProgram program;

    @BeforeAll
    static void start() {
        program = RunningProgram.start("large-pods");
    }

    /** The API server, like all of Go, writes {@code <} as six bytes, so that a legal pod of 1.3 MB is a review of 7.8 MB. */
    @ParameterizedTest(name = "annotations of {0}")
    @ValueSource(strings = {"x", "\\u003c"})
    void smallReviewsAreAnsweredMeanwhile(String character, FaultTable.Rows table) throws Exception {
        byte[] large = Bodies.annotated(character.repeat(CHARACTERS));
        try (Load small = Load.paced(API_SERVER, program.mutate().patient(PATIENCE), PER_SECOND, Bodies.small())) {
            small.awaitAnswered(20);

            Answers ofLarge;
            Answers ofSmall;
            try (Load creations = Load.closed(API_SERVER, program.mutate().patient(PATIENCE), CLIENTS, large)) {
                ofSmall = small.after(LENGTH);
                ofLarge = creations.stop();
            }
            String fault =
                    CLIENTS + " clients that create pods of 1.3 MB, reviews of " + large.length / 1_000_000 + " MB";
            table.add(Row.of(fault, "50/s from the same address", ofSmall));
            table.add(Row.of(fault, "the large ones", ofLarge));

            assertThat(ofSmall.failures()).isEmpty();
            assertThat(ofLarge.answered()).isPositive();
            assertThat((double) ofLarge.failed() / ofLarge.requests())
                    .as("part of the large reviews that is not answered: %s", ofLarge.failures())
                    .isLessThanOrEqualTo(0.1);
            program.assertUnharmed();
        }
    }
}
