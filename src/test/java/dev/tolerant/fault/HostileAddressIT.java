package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What one address can do, while reviews come from another: they are answered. Promise 8. */
@Tag("ci")
@ExtendWith(FaultTable.class)
class HostileAddressIT {
    private static final String ATTACKER = "127.0.0.2";
    private static final String OTHER_ATTACKER = "127.0.0.3";
    private static final String API_SERVER = "127.0.0.1";
    /** Longer than a body may take. */
    private static final Duration LENGTH = Duration.ofSeconds(12);

    /** Shorter than the attack, longer than a busy machine makes anybody wait: the table shows how long they waited. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Few enough that a busy machine can encrypt them: what it cannot would wait behind what already waits. */
    private static final int LARGE_PER_SECOND = 10;

    private static final byte[] CHUNK = ("10000\r\n" + "x".repeat(65_536) + "\r\n").getBytes(StandardCharsets.US_ASCII);

    @AutoClose
    private static RunningProgram program;

    /** Does what somebody does to the program until it is closed. */
    @FunctionalInterface
    private interface Attack {
        AutoCloseable begin(Target target) throws Exception;
    }

    @BeforeAll
    static void start() {
        program = RunningProgram.start("hostile");
    }

    @Test
    void connectionsThatSendNothingAreNotNoticed(FaultTable.Rows table) throws Exception {
        bear("1,000 connections that send nothing", table, target -> HalfOpenRequests.silent(1000, ATTACKER, target));
    }

    /** From two addresses, so that the limit of one address's connections refuses none of them. */
    @Test
    void bodiesOfAByteASecondAndLargeOnesThatAreAnnouncedAndNeverComeAreNotNoticed(FaultTable.Rows table)
            throws Exception {
        bear(
                "256 bodies at one byte a second, 250 of 7 MB that are announced and never come",
                table,
                LARGE_PER_SECOND,
                Bodies.annotated("x".repeat(200_000)),
                target -> {
                    byte[] small = RawConnection.head(target, 100_000);
                    byte[] large = RawConnection.head(target, 7_000_000);
                    List<HalfOpenRequests> slow = List.of(
                            HalfOpenRequests.begin(128, ATTACKER, target, small),
                            HalfOpenRequests.begin(128, ATTACKER, target, large));
                    HalfOpenRequests announced = HalfOpenRequests.begin(250, OTHER_ATTACKER, target, large);
                    ScheduledExecutorService dripping = Executors.newSingleThreadScheduledExecutor();
                    dripping.scheduleAtFixedRate(() -> slow.forEach(HalfOpenRequests::drip), 1, 1, TimeUnit.SECONDS);
                    return () -> {
                        dripping.shutdownNow();
                        announced.close();
                        for (HalfOpenRequests bodies : slow) {
                            bodies.close();
                        }
                    };
                });
    }

    @Test
    void bodiesInChunksThatNeverEndAreNotNoticed(FaultTable.Rows table) throws Exception {
        bear("4 bodies in chunks that never end, again and again", table, target -> {
            ExecutorService senders = Executors.newFixedThreadPool(4);
            for (int i = 0; i < 4; i++) {
                senders.execute(() -> sendForEver(target));
            }
            return senders::shutdownNow;
        });
    }

    private static void sendForEver(Target target) {
        byte[] head = ("POST " + target.uri() + " HTTP/1.1\r\nHost: tolerant\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        while (!Thread.currentThread().isInterrupted()) {
            try (RawConnection connection = RawConnection.open(ATTACKER, target)) {
                connection.write(head);
                while (!Thread.currentThread().isInterrupted()) {
                    connection.write(CHUNK);
                }
            } catch (IOException turnedAway) {
                // The next one begins.
            }
        }
    }

    private static void bear(String fault, FaultTable.Rows table, Attack attack) throws Exception {
        bear(fault, table, 50, Bodies.small(), attack);
    }

    private static void bear(String fault, FaultTable.Rows table, int perSecond, byte[] review, Attack attack)
            throws Exception {
        try (Load others = Load.paced(API_SERVER, program.mutate().patient(PATIENCE), perSecond, review)) {
            others.awaitAnswered(20);

            Answers answers;
            try (AutoCloseable ignored = attack.begin(program.mutate())) {
                answers = others.after(LENGTH);
            }
            table.add(Row.of(fault, perSecond + "/s from another address", answers));

            assertThat(answers.failures()).isEmpty();
            program.assertUnharmed();
        }
    }
}
