package dev.tolerant.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.apiserver.Certificates;
import dev.tolerant.server.webhook.PodReview;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The running program exposes the metrics that the documents list, on which alerts and dashboard rest. */
@QuarkusTest
@Tag("alone")
@TestProfile(ExposedMetricsIT.WithPoliciesAndCertificate.class)
class ExposedMetricsIT {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)\\})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    @TestHTTPResource(management = true)
    URI management;

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
    void theProgramExposesTheDocumentedMetricsWithTheirLabelsAndNoOthers() {
        post(PodReview.aPod().in("default").creation());
        post(PodReview.tolerating("[{key: forbidden, operator: Exists}]")
                .in("whitelisting")
                .creation());
        post(PodReview.createSpec("{'tolerations': 'all'}"));

        Map<String, Set<String>> exposed = scrape();

        exposed.keySet().removeIf(name -> !name.startsWith("tolerant_") || name.endsWith("_max"));
        assertThat(exposed).isEqualTo(ExposedMetrics.withoutKeeper());
    }

    private static void post(ObjectNode review) {
        given().contentType(ContentType.JSON)
                .body(review.toString())
                .post("/mutate")
                .then()
                .statusCode(200);
    }

    private Map<String, Set<String>> scrape() {
        Map<String, Set<String>> metrics = new TreeMap<>();
        Matcher samples = SAMPLE.matcher(given().get(management.resolve("/q/metrics"))
                .then()
                .statusCode(200)
                .extract()
                .asString());
        while (samples.find()) {
            Set<String> labels = metrics.computeIfAbsent(samples.group(1), name -> new TreeSet<>());
            if (samples.group(2) != null) {
                LABEL.matcher(samples.group(2)).results().forEach(label -> labels.add(label.group(1)));
            }
        }
        return metrics;
    }
}
