package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.server.certificate.InstalledChart;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the packaged program logs while it cannot read the namespaces of its cluster, and when it then can. */
class PackagedLogIT {
    private static final String READINESS = "dev.tolerant.server.webhook.ReadinessLog";
    private static final Pattern TEXT = Pattern.compile("\\S+ \\S+ ([A-Z]+) +\\[(\\S+)] \\(.*?\\) (.*)");
    private static final int QUESTIONS = 5;

    private final InstalledChart cluster = new InstalledChart();
    private final HttpClient kubelet = HttpClient.newHttpClient();

    private record Line(String level, String logger, String message) {
        static Line ofText(String line) {
            Matcher parts = TEXT.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            return new Line(parts.group(1), parts.group(2), parts.group(3));
        }

        static Line ofJson(JsonNode line) {
            return new Line(
                    line.path("level").asText(),
                    line.path("loggerName").asText(),
                    line.path("message").asText());
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prod", "dev", "test"})
    void asTextItSaysOnceThatItIsNotReadyAndWhyAndOnceThatItIsAndLibrariesAreQuiet(String profile)
            throws IOException, InterruptedException {
        List<String> log = logged(profile, false);

        assertQuiet(log.stream().map(Line::ofText).toList());
    }

    @Test
    void asJsonItSaysTheSameWithoutKeysThatTellNothing() throws IOException, InterruptedException {
        ObjectMapper json = new ObjectMapper();
        List<JsonNode> log =
                logged("prod", true).stream().map(line -> readable(json, line)).toList();

        assertQuiet(log.stream().map(Line::ofJson).toList());
        assertThat(log)
                .allSatisfy(line -> assertThat(line.fieldNames())
                        .toIterable()
                        .containsExactlyInAnyOrder(
                                "timestamp", "loggerName", "level", "message", "threadName", "hostName", "processId"));
    }

    private static void assertQuiet(List<Line> log) {
        assertThat(log)
                .filteredOn(line -> line.logger().equals(READINESS))
                .extracting(Line::message)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("not ready: ")
                                .contains("policies and namespaces (")
                                .contains("namespaces: not read yet"),
                        last -> assertThat(last).isEqualTo("ready"));
        assertThat(log).extracting(Line::logger).contains("io.quarkus", "dev.tolerant.server.webhook.WarmUp");
        assertThat(log)
                .noneMatch(line -> line.logger().startsWith("io.smallrye.health"))
                .noneMatch(line -> line.logger().startsWith("io.fabric8."))
                .noneMatch(line -> line.message().contains("v1alpha1"));
    }

    private static JsonNode readable(ObjectMapper json, String line) {
        try {
            return json.readTree(line);
        } catch (IOException unreadable) {
            throw new AssertionError(line, unreadable);
        }
    }

    /** The log of a program that gets ready only after it has been asked for it several times. */
    private List<String> logged(String profile, boolean json) throws IOException, InterruptedException {
        cluster.apiServer().faults().answer("GET", "/api/v1/namespaces(\\?.*)?", 503);
        Map<String, String> settings = cluster.settings();
        settings.put("tolerant.policies.source", "cluster");
        settings.put("quarkus.profile", profile);
        settings.put("quarkus.log.console.json.enabled", String.valueOf(json));
        try (ProgramUnderTest program = ProgramUnderTest.startUnready(
                "tolerant-log-" + profile + (json ? "-json" : ""), FreePorts.find(2), settings, Map.of())) {
            for (int i = 0; i < QUESTIONS; i++) {
                assertThat(readiness(program)).isEqualTo(503);
            }
            cluster.apiServer().faults().heal();
            await().atMost(Duration.ofMinutes(1)).until(() -> readiness(program) == 200);
            return program.process().log().lines().toList();
        }
    }

    private int readiness(ProgramUnderTest program) throws IOException, InterruptedException {
        return kubelet.send(
                        HttpRequest.newBuilder(URI.create(program.managementUrl() + "/q/health/ready"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
