package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Ten times the connections that the program needs to do all that it can, each of which offers as much as before: the program
 * does nearly as much as before, in the memory that it has, and all of it as soon as the load is gone.
 */
@Tag("alone")
@ExtendWith(FaultTable.class)
class OverloadIT {
    private static final List<String> API_SERVERS = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3");
    private static final int CONNECTIONS = 8;
    private static final int TIMES = 10;
    private static final double GOODPUT = 0.8;
    private static final double AFTERWARDS = 0.9;
    private static final int ROUNDS = 3;
    private static final double OF_THE_HEAP = 0.5;

    @Test
    void tenTimesTheLoadForSomeSecondsIsBorne(FaultTable.Rows table) throws Exception {
        bear("seconds", Duration.ofSeconds(2), Duration.ofSeconds(4), table);
    }

    @Tag("faults")
    @Test
    void tenTimesTheLoadForAMinuteIsBorne(FaultTable.Rows table) throws Exception {
        bear("a minute", Duration.ofSeconds(10), Duration.ofMinutes(1), table);
    }

    private static void bear(String howLong, Duration measured, Duration overloaded, FaultTable.Rows table)
            throws Exception {
        try (RunningProgram program = RunningProgram.start("overload")) {
            // Given
            Round.of(program, measured, measured);

            // When
            Round round = Round.of(program, measured, overloaded);
            for (int i = 1; i < ROUNDS && !round.isBorne(); i++) {
                round = Round.of(program, measured, overloaded);
            }
            table.add(Row.of("the load that the program can bear", rate(round.before()), round.before()));
            table.add(Row.of("ten times that for " + howLong, rate(round.during()), round.during()));
            table.add(Row.of("the first load again", rate(round.after()), round.after()));

            // Then
            assertThat(round.goodput()).as("goodput of capacity").isGreaterThan(GOODPUT);
            assertThat(round.afterwards()).as("capacity afterwards").isGreaterThan(AFTERWARDS);
            assertThat(round.after().failures()).isEmpty();
            assertThat((double) program.heapAfterCollection() / program.heapLimit())
                    .as("of the heap in use")
                    .isLessThan(OF_THE_HEAP);
            program.assertUnharmed();
        }
    }

    private static String rate(Answers answers) {
        return String.format("%.0f answers/s", answers.perSecond());
    }

    /** Capacity, overload and capacity again, measured one after the other; what else the machine does can spoil a round. */
    private record Round(Answers before, Answers during, Answers after) {

        static Round of(RunningProgram program, Duration measured, Duration overloaded) throws InterruptedException {
            return new Round(
                    offer(program, 1, measured), offer(program, TIMES, overloaded), offer(program, 1, measured));
        }

        double goodput() {
            return during.perSecond() / before.perSecond();
        }

        double afterwards() {
            return after.perSecond() / before.perSecond();
        }

        boolean isBorne() {
            return goodput() > GOODPUT
                    && afterwards() > AFTERWARDS
                    && after.failures().isEmpty();
        }
    }

    /** So many times the connections of each API server, all of them busy. */
    private static Answers offer(RunningProgram program, int times, Duration length) throws InterruptedException {
        List<Load> loads = new ArrayList<>();
        for (String from : API_SERVERS) {
            loads.add(Load.closed(from, program.mutate(), times * CONNECTIONS, Bodies.small()));
        }
        List<Answers> answers = new ArrayList<>();
        answers.add(loads.get(0).after(length));
        for (Load load : loads.subList(1, loads.size())) {
            answers.add(load.stop());
        }
        return Answers.sum(answers);
    }
}
