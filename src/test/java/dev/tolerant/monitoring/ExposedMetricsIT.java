package dev.tolerant.monitoring;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.MutateIT;
import dev.tolerant.testing.PodReview;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.net.URI;
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
@TestProfile(MutateIT.OneProgram.class)
class ExposedMetricsIT {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{(.*)\\})? \\S+$");
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (tolerant_\\w+) ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    @TestHTTPResource(management = true)
    URI management;

    @Test
    void theProgramExposesTheDocumentedMetricsWithTheirLabelsAndNoOthers() {
        post(PodReview.aPod().in("watched").creation());
        post(PodReview.tolerating("[{key: forbidden, operator: Exists}]")
                .in("whitelisting")
                .creation());
        post(PodReview.createSpec("{'tolerations': 'all'}"));

        String scraped = scrape();
        Map<String, Set<String>> exposed = labels(scraped);

        exposed.keySet().removeIf(name -> !name.startsWith("tolerant_") || name.endsWith("_max"));
        assertThat(exposed).isEqualTo(ExposedMetrics.withoutCluster());
        assertThat(TYPE.matcher(scraped).results().map(type -> type.group(1)))
                .as("metrics that say what they are")
                .isNotEmpty()
                .allSatisfy(name -> assertThat(scraped).containsPattern("(?m)^# HELP " + name + " \\w"));
    }

    private static void post(ObjectNode review) {
        given().contentType(ContentType.JSON)
                .body(review.toString())
                .post("/mutate")
                .then()
                .statusCode(200);
    }

    private String scrape() {
        return given().get(management.resolve("/q/metrics"))
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    private static Map<String, Set<String>> labels(String scraped) {
        Map<String, Set<String>> metrics = new TreeMap<>();
        Matcher samples = SAMPLE.matcher(scraped);
        while (samples.find()) {
            Set<String> labels = metrics.computeIfAbsent(samples.group(1), name -> new TreeSet<>());
            if (samples.group(2) != null) {
                LABEL.matcher(samples.group(2)).results().forEach(label -> labels.add(label.group(1)));
            }
        }
        return metrics;
    }
}
