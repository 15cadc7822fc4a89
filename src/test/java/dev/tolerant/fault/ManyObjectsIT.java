package dev.tolerant.fault;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.MockApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As many policies and namespaces as the chart's README says, in the chart's heap, also while all of them are listed again. */
@Tag("alone")
@Tag("faults")
class ManyObjectsIT {
    private static final int OBJECTS = 7_000;
    private static final String LISTS = "(" + POLICIES + "|" + NAMESPACES + ")\\?limit=\\d+";

    @TempDir
    private Path directory;

    @AutoClose
    private final MockApiServer server = new MockApiServer();

    @Test
    void theChartsHeapHoldsThemAlsoWhileTheyAreListedAgain() throws Exception {
        for (int i = 0; i < OBJECTS; i++) {
            server.store(NAMESPACES, namespace("team-" + i));
            server.store(POLICIES, policy("team-" + i));
        }
        Certificates certificates = Certificates.in(directory);
        Map<String, String> settings = new HashMap<>(certificates.settings());
        settings.putAll(server.settings());

        try (RunningProgram program = RunningProgram.startWith("many-objects", settings, certificates.authority())) {
            for (int again = 1; again <= 3; again++) {
                long lists = server.faults().count("GET", LISTS);
                List.of(POLICIES, NAMESPACES).forEach(server.faults()::expireWatches);
                waitingFor("both lists").until(() -> server.faults().count("GET", LISTS) >= lists + 2);
                await("both watches")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> !program.readiness().contains("not watching"));
            }

            program.assertUnharmed();
            assertThat(program.metrics()).contains("tolerant_policies{state=\"accepted\"} " + OBJECTS + ".0");
        }
    }

    private static String namespace(String name) {
        return "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"" + name
                + "\", \"labels\": {\"kubernetes.io/metadata.name\": \"" + name + "\", \"team\": \"" + name
                + "\", \"pod-security.kubernetes.io/enforce\": \"baseline\"}, \"annotations\": {\"example.com/owner\": \""
                + name + "@example.com\"}}}";
    }

    static String policy(String name) {
        return "{\"apiVersion\": \"tolerant.dev/v1alpha1\", \"kind\": \"TolerationPolicy\", \"metadata\": {\"name\": \""
                + name
                + "\"}, \"spec\": {\"priority\": 100, \"match\": {\"namespaceSelector\": {\"matchLabels\": {\"team\": \""
                + name
                + "\"}}}, \"tolerations\": [{\"key\": \"dedicated\", \"operator\": \"Equal\", \"value\": \"" + name
                + "\", \"effect\": \"NoSchedule\"}], \"requiredNodeAffinity\": [{\"key\": \"dedicated\", \"operator\": \"In\","
                + " \"values\": [\"" + name + "\"]}], \"nodeFailure\": {\"notReady\": 60, \"unreachable\": 60}}}";
    }
}
