package dev.tolerant.server.webhook;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The start of the running program, to which no review has been sent. */
@QuarkusTest
@TestProfile(WarmUpIT.Fresh.class)
class WarmUpIT {
    @TestHTTPResource(management = true)
    URI management;

    /** A program of its own: others have counted reviews. */
    public static class Fresh implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("tolerant.policies.source", "none");
        }
    }

    @Test
    void theProgramIsReadyAfterAWarmUpOfWhichNothingIsCounted() {
        // Given
        await().untilAsserted(() -> assertThat(
                        given().get(management.resolve("/q/health/ready")).statusCode())
                .isEqualTo(200));

        // When
        String checks = given().get(management.resolve("/q/health/ready")).asString();
        String metrics = given().get(management.resolve("/q/metrics")).asString();

        // Then
        assertThat(checks.replaceAll("\\s", "")).contains("{\"name\":\"warm-up\",\"status\":\"UP\"}");
        assertThat(metrics).contains("tolerant_review_duration_seconds_count 0");
        assertThat(metrics).doesNotContain("tolerant_reviews_total{", "tolerant_problems_total{", "tolerant_skipped");
    }
}
