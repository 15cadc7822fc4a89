package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bodies of one client that together are more than the heap holds: other clients are answered. Promise 8. */
@Tag("alone")
@ExtendWith(FaultTable.class)
class LargeBodiesIT {
    private static final String ATTACKER = "127.0.0.2";
    private static final String API_SERVER = "127.0.0.1";
    /** What is left of 8 MiB for a review when the pod is as large as the API server stores it. */
    private static final int CHARACTERS = 1_300_000;

    private static final int AT_ONCE = 16;
    private static final int PER_SECOND = 50;
    private static final Duration LENGTH = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final byte[] large = Bodies.escaped(CHARACTERS);

    @Test
    void fifteenUnfinishedPostsDoNotKeepOthersFromBeingAnswered(FaultTable.Rows table) throws Exception {
        beginAndDoNotEnd(15, table);
    }

    @Tag("faults")
    @Test
    void aHundredUnfinishedPostsDoNotKeepOthersFromBeingAnswered(FaultTable.Rows table) throws Exception {
        beginAndDoNotEnd(100, table);
    }

    private void beginAndDoNotEnd(int count, FaultTable.Rows table) throws Exception {
        // Given
        try (RunningProgram program = RunningProgram.start("unfinished-" + count)) {
            Load others = Load.paced(API_SERVER, program.mutate(), PER_SECOND, Bodies.small())
                    .awaitAnswered(20);

            // When
            Answers answers;
            try (UnfinishedPosts posts = UnfinishedPosts.begin(count, ATTACKER, program.mutate(), large)) {
                await().atMost(PATIENCE).until(posts::isSettled);
                others.awaitEnded(others.ended() + PER_SECOND);
            }
            answers = others.after(LENGTH);
            table.add(Row.of(count + " unfinished posts of 7.8 MB", "50/s from another peer", answers));

            // Then
            assertThat(answers.failures()).isEmpty();
            program.assertUnharmed();
        }
    }

    @Test
    void unfinishedPostsOnTheManagementPortDoNotKeepProbesFromBeingAnswered(FaultTable.Rows table) throws Exception {
        // Given
        try (RunningProgram program = RunningProgram.start("unfinished-management")) {
            Load others = Load.paced(API_SERVER, program.mutate(), PER_SECOND, Bodies.small());
            Load probes = Load.pacedGet(API_SERVER, program.liveness(), 10);

            // When
            Answers answers;
            try (UnfinishedPosts posts = UnfinishedPosts.begin(10, ATTACKER, program.liveness(), large)) {
                await().atMost(PATIENCE).until(posts::isSettled);
                others.awaitEnded(others.ended() + PER_SECOND);
            }
            answers = Answers.sum(List.of(others.after(LENGTH), probes.stop()));
            table.add(Row.of("10 unfinished posts of 7.8 MB on the management port", "50/s, 10 probes/s", answers));

            // Then
            assertThat(answers.failures()).isEmpty();
            program.assertUnharmed();
        }
    }

    @Test
    void sixteenLegalReviewsOfEscapedCharactersDoNotKeepOthersFromBeingAnswered(FaultTable.Rows table)
            throws Exception {
        // Given
        try (RunningProgram program = RunningProgram.start("escaped")) {
            Load others = Load.paced(API_SERVER, program.mutate(), PER_SECOND, Bodies.small())
                    .awaitAnswered(20);

            // When
            try (UnfinishedPosts posts = UnfinishedPosts.begin(AT_ONCE, ATTACKER, program.mutate(), large)) {
                await().atMost(PATIENCE).until(posts::isSettled);
                posts.finish(large);
                others.awaitEnded(others.ended() + PER_SECOND);
            }
            Answers author;
            Answers answers;
            try (Load parallel =
                    Load.closed(ATTACKER, program.mutate().patient(Duration.ofSeconds(30)), AT_ONCE, large)) {
                parallel.awaitEnded(2 * AT_ONCE);
                author = parallel.stop();
            }
            answers = others.after(LENGTH);
            table.add(Row.of(
                    "16 reviews of 7.8 MB that are complete at one moment, and again and again",
                    "50/s from another peer",
                    answers));

            // Then
            assertThat(answers.failures()).isEmpty();
            assertThat(author.answered())
                    .as("large reviews that were answered, of the others %s", author.failures())
                    .isPositive();
            program.assertUnharmed();
        }
    }
}
