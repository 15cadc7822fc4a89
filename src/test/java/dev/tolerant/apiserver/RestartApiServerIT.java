package dev.tolerant.apiserver;

import static dev.tolerant.apiserver.ReservedCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API server that restarts judges pods and namespaces from its first answer on, while no replica of the program runs. */
@NeedsApiServer
class RestartApiServerIT {
    private static final int RESTARTS = 20;
    /** An API server that does not find the kind of a parameter looks again after 30 seconds. */
    private static final Duration WATCHED = Duration.ofSeconds(5);

    private static final Duration START = Duration.ofMinutes(2);
    private static final int FIRST_MINOR_WITH_INJECTIONS = 36;

    private static final ObjectNode PLAIN = pod("web", "{}", "{}");
    private static final ObjectNode OWN = pod("ml", "{}", "{tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}");
    private static final ObjectNode OTHERS =
            pod("web", "{}", "{tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}");

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "true, true", "false, true"})
    void nothingIsRefusedThatShouldPassAndNothingPassesThatShouldBeRefused(boolean reserves, boolean injects)
            throws IOException {
        String values = "{injections: {enabled: " + injects + "}}";
        try (ReservedCluster cluster = ReservedCluster.start(
                "-restart-" + reserves + "-" + injects,
                values,
                minor -> assumeThat(!injects || minor >= FIRST_MINOR_WITH_INJECTIONS)
                        .isTrue())) {
            cluster.awaitGuard();
            if (!reserves) {
                assertThat(cluster.client("admin")
                                .delete(ReservedCluster.OBJECT)
                                .status())
                        .isEqualTo(200);
                await("the guard to find nothing")
                        .atMost(START)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> cluster.create("jane", OTHERS).status() == 201);
            }
            List<String> wrong = new ArrayList<>();
            for (int i = 0; i < RESTARTS; i++) {
                cluster.restart();
                awaitAnswer(cluster);
                long end = System.nanoTime() + WATCHED.toNanos();
                while (System.nanoTime() - end < 0) {
                    judge(cluster, PLAIN, 201, wrong);
                    judge(cluster, OWN, 201, wrong);
                    judge(cluster, OTHERS, reserves ? 403 : 201, wrong);
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    /** The first answer to a pod that the API server makes itself, and not for lack of roles that it has not read yet. */
    private static void awaitAnswer(ReservedCluster cluster) {
        await("an answer")
                .atMost(START)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .ignoreException(UncheckedIOException.class)
                .until(() -> !isNotYetServed(cluster.create("jane", PLAIN)));
    }

    /** Whether the API server does not serve yet, or has not yet read the roles or the namespaces. */
    private static boolean isNotYetServed(ApiAnswer answer) {
        String message = answer.body().path("message").asText();
        return answer.status() >= 500 || message.contains("cannot create resource");
    }

    private static void judge(ReservedCluster cluster, ObjectNode pod, int expected, List<String> wrong) {
        ApiAnswer answer = cluster.create("jane", pod);
        if (answer.status() != expected) {
            wrong.add(answer.status() + " in place of " + expected + ": " + answer.body());
        }
    }
}
