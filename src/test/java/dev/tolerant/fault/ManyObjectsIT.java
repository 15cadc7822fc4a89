package dev.tolerant.fault;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.MockApiServer.NODES;
import static dev.tolerant.testing.MockApiServer.POLICIES;
import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.MockApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As many objects as the chart's README says, in the chart's heap and memory, also while all of them are listed again. */
@Tag("alone")
@Tag("faults")
class ManyObjectsIT {
    private static final String POOL =
            "{\"apiVersion\": \"tolerant.dev/v1alpha1\", \"kind\": \"TolerationPolicy\", \"metadata\": {\"name\": \"pool\"},"
                    + " \"spec\": {\"match\": {}, \"nodes\": {\"selector\": {\"matchLabels\": {\"pool\": \"gpu\"}}, \"taintKeys\":"
                    + " [\"gpu\"]}}}";

    private static final Pattern LEFT_OUT = Pattern.compile("(?m)^tolerant_source_left_out\\{.*} (.*)$");

    @TempDir
    private Path directory;

    @AutoClose
    private final MockApiServer server = new MockApiServer();

    @ParameterizedTest
    @CsvSource({"7000, 7000, 0", "5000, 1000, 10000"})
    void theChartsMemoryHoldsThemAlsoWhileTheyAreListedAgain(int policies, int namespaces, int nodes) throws Exception {
        for (int i = 0; i < namespaces; i++) {
            server.store(NAMESPACES, namespace("team-" + i));
        }
        for (int i = 0; i < policies; i++) {
            server.store(POLICIES, policy("team-" + i));
        }
        for (int i = 0; i < nodes; i++) {
            server.store(NODES, node("node-" + i));
        }
        List<String> kinds = new ArrayList<>(List.of(POLICIES, NAMESPACES));
        if (nodes > 0) {
            kinds.add(NODES);
            server.store(POLICIES, POOL);
        }
        Certificates certificates = Certificates.in(directory);
        Map<String, String> settings = new HashMap<>(certificates.settings());
        settings.putAll(server.settings());

        try (RunningProgram program = RunningProgram.startWith("many-objects", settings, certificates.authority())) {
            for (int again = 1; again <= 3; again++) {
                String lists = "(" + String.join("|", kinds) + ")\\?limit=\\d+";
                long before = server.faults().count("GET", lists);
                kinds.forEach(server.faults()::expireWatches);
                waitingFor("the lists").until(() -> server.faults().count("GET", lists) >= before + kinds.size());
                await("the watches")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> !program.readiness().contains("not watching"));
            }

            program.assertUnharmed();
            assertThat(program.metrics())
                    .contains("tolerant_policies{state=\"accepted\"} " + (policies + kinds.size() - 2) + ".0");
            assertThat(LEFT_OUT.matcher(program.metrics()).results().map(found -> found.group(1)))
                    .isNotEmpty()
                    .containsOnly("0.0");
        }
    }

    /** Its labels are its own, where most of real nodes' are shared: an index of all labels would fill the heap. */
    private static String node(String name) {
        return "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"" + name
                + "\", \"labels\": {\"pool\": \"gpu\", "
                + IntStream.range(0, 28)
                        .mapToObj(i ->
                                "\"example.com/label-of-some-length-" + i + "\": \"value-" + i + "-of-" + name + "\"")
                        .collect(Collectors.joining(", "))
                + "}}, \"spec\": {\"taints\": [{\"key\": \"gpu\", \"value\": \"a100\", \"effect\": \"NoSchedule\"}]}}";
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
