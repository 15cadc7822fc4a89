package dev.tolerant.fault;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.MockApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Policies that fill their share of the chart's heap, and clients that update large pods: small reviews are answered. Promise 8. */
@Tag("alone")
@Tag("faults")
@ExtendWith(FaultTable.class)
class FullHeapIT {
    private static final String API_SERVER = "127.0.0.1";
    private static final int POLICIES = 12_000;
    private static final int CLIENTS = 24;
    /** The pod and the stored one are two of it. */
    private static final int CHARACTERS = 1_285_000;

    private static final int SMALL = 1_000;
    private static final int PER_SECOND = 50;
    /** The chart's timeout of the webhook. */
    private static final Duration API_SERVERS_PATIENCE = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    @AutoClose
    private final MockApiServer server = new MockApiServer();

    @Test
    void smallReviewsAreAnsweredWhileLargeUpdatesFillTheirRoom(FaultTable.Rows table) throws Exception {
        server.namespace("default", Map.of(), Map.of());
        for (int i = 0; i < POLICIES; i++) {
            server.store(MockApiServer.POLICIES, ManyObjectsIT.policy("team-" + i));
        }
        // Else the program goes on writing the status of policies meanwhile.
        server.faults().answer("GET", "/apis/coordination.*", 403);
        Certificates certificates = Certificates.in(directory);
        Map<String, String> settings = new HashMap<>(certificates.settings());
        settings.putAll(server.settings());
        byte[] large = Bodies.update("x".repeat(CHARACTERS));

        try (RunningProgram program = RunningProgram.startWith("full-heap", settings, certificates.authority())) {
            waitingFor("policies that are left out")
                    .until(() -> program.readiness().contains("left out"));
            Answers ofSmall;
            Duration within;
            Answers ofLarge;
            try (Load updates = Load.closed(API_SERVER, program.mutate().patient(PATIENCE), CLIENTS, large)) {
                updates.awaitAnswered(4 * CLIENTS);
                try (Load small =
                        Load.paced(API_SERVER, program.mutate().patient(PATIENCE), PER_SECOND, Bodies.small())) {
                    small.awaitAnswered(SMALL);
                    ofSmall = small.stop();
                    within = small.answeredWithin(0.99);
                }
                ofLarge = updates.stop();
            }
            String fault = POLICIES + " policies, " + CLIENTS + " clients with updates of "
                    + large.length / 10_000 / 100.0 + " MB";
            table.add(
                    Row.of(fault, PER_SECOND + "/s from the same address, p99 " + within.toMillis() + " ms", ofSmall));
            table.add(Row.of(fault, "the large ones", ofLarge));

            assertThat(ofSmall.failures()).isEmpty();
            assertThat(within).isLessThan(API_SERVERS_PATIENCE);
            assertThat(ofLarge.answered()).isPositive();
            program.assertUnharmed();
        }
    }
}
