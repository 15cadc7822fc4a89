package dev.tolerant.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.apiserver.Certificates;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Grafana shows on the dashboard after Prometheus has scraped the program during requests of each kind. */
@NeedsPrometheus
@QuarkusTest
@Tag("alone")
@TestProfile(DashboardIT.WithPoliciesAndCertificate.class)
@Tag("ci")
class DashboardIT {
    private static final Path WITHOUT_DATA = Path.of("src/test/resources/prometheus/without-data.yaml");
    private static final Duration SCRAPES = Duration.ofMinutes(2);

    @TestHTTPResource
    URI webhook;

    @TestHTTPResource(management = true)
    URI management;

    @TempDir
    private Path directory;

    public static class WithPoliciesAndCertificate implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            try {
                Path files = Files.createDirectories(Path.of("target", "monitoring"));
                Map<String, String> settings =
                        new TreeMap<>(Certificates.in(files).settings());
                settings.put("tolerant.policies.source", "directory");
                settings.put("tolerant.policies.directory", "src/test/resources/monitoring");
                settings.put("quarkus.http.insecure-requests", "enabled");
                settings.put("quarkus.http.test-ssl-port", "0");
                return settings;
            } catch (IOException unwritable) {
                throw new UncheckedIOException(unwritable);
            }
        }
    }

    @Test
    void everyQueryReturnsDataOrIsListedWithTheReason() throws IOException {
        Map<String, String> reasons = reasons();
        try (RemoteReads reads = RemoteReads.start();
                RealPrometheus prometheus = prometheus(reads)) {
            EachKindOfRequest requests = new EachKindOfRequest(webhook);

            await().atMost(SCRAPES).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
                requests.send();
                System.gc();
                assertThat(PanelQuery.all())
                        .filteredOn(query -> !reasons.containsKey(query.panel()))
                        .hasSize(8)
                        .allSatisfy(query -> assertShows(query, prometheus.query(query.expression())));
            });
            assertThat(PanelQuery.all())
                    .filteredOn(query -> reasons.containsKey(query.panel()))
                    .hasSameSizeAs(reasons.keySet())
                    .allSatisfy(query -> assertThat(prometheus.query(query.expression()))
                            .as("%s is listed, but returns data", query.panel())
                            .isEmpty());
        }
    }

    @Test
    void itsVariablesOfferThisRelease() {
        try (RemoteReads reads = RemoteReads.start();
                RealPrometheus prometheus = prometheus(reads)) {
            new EachKindOfRequest(webhook).send();
            await().atMost(SCRAPES).untilAsserted(() -> {
                assertThat(offered("namespace", prometheus)).containsExactly(Monitored.NAMESPACE);
                assertThat(offered("job", prometheus)).containsExactly(Monitored.JOB);
            });
        }
    }

    private RealPrometheus prometheus(RemoteReads reads) {
        return RealPrometheus.start(directory, management.getAuthority(), reads.port());
    }

    private static void assertShows(PanelQuery query, List<Sample> samples) {
        assertThat(samples).as("%s: %s", query.panel(), query.expression()).isNotEmpty();
        assertThat(samples)
                .as("%s: %s", query.panel(), query.expression())
                .allSatisfy(sample -> assertThat(sample.value()).isFinite());
        assertThat(samples)
                .extracting(sample -> query.legendOf(sample.labels()))
                .as("legends of %s: %s", query.panel(), query.expression())
                .doesNotHaveDuplicates()
                .noneMatch(legend -> legend.contains("{{"));
    }

    /** The values of a variable: Grafana's label_values(SELECTOR, LABEL). */
    private static List<String> offered(String variable, RealPrometheus prometheus) {
        for (JsonNode candidate : Monitored.dashboard().at("/templating/list")) {
            if (candidate.get("name").textValue().equals(variable)) {
                String call = PanelQuery.filled(candidate.at("/query/query").textValue());
                int comma = call.lastIndexOf(',');
                String selector = call.substring("label_values(".length(), comma);
                return prometheus.labelValues(
                        call.substring(comma + 1, call.length() - 1).trim(), selector);
            }
        }
        throw new AssertionError("the dashboard has no variable " + variable);
    }

    private static Map<String, String> reasons() throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        for (JsonNode entry : new YAMLMapper().readTree(WITHOUT_DATA.toFile()).get("panels")) {
            reasons.put(entry.get("panel").textValue(), entry.get("reason").textValue());
        }
        return reasons;
    }
}
