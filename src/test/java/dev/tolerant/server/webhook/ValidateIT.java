package dev.tolerant.server.webhook;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The validating endpoint of the running program, where a policy restricts pods. */
@QuarkusTest
@Tag("alone")
@TestProfile(ValidateIT.Restricting.class)
class ValidateIT {
    static final String MALFORMED = "{'spec': {'tolerations': 'all'}}";
    static final String DIRECTORY = "src/dev/cluster";
    private static final String TRESPASSER = "{'spec': {'tolerations': [{'operator': 'Exists'}]}}";

    /** The policies of dev mode, one of which denies a taint. */
    public static class Restricting implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("tolerant.policies.source", "directory", "tolerant.policies.directory", DIRECTORY);
        }
    }

    static Response post(String path, String pod) {
        return given().contentType(ContentType.JSON)
                .body(PodReview.create(pod).toString())
                .post(path);
    }

    /** The {@code response} of an answer with status 200. */
    static JsonNode response(Response answer) throws IOException {
        assertThat(answer.statusCode()).isEqualTo(200);
        return Webhook.JSON.readTree(answer.asByteArray()).get("response");
    }

    @Test
    void aPodThatCannotBeReadIsLeftToTheFailurePolicy() {
        // When
        Response answer = post("/validate", MALFORMED);

        // Then
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.contentType()).startsWith("text/plain");
        assertThat(answer.asString())
                .isEqualTo("the pod cannot be judged: request.object.spec.tolerations must be a list, but is a string");
    }

    /** With this header the API server's client asks ten times, and the pod's author waits. */
    @Test
    void theAnswerDoesNotAskTheApiServerToTryAgain() {
        // When
        Response answer = post("/validate", MALFORMED);

        // Then
        assertThat(answer.getHeader("Retry-After")).isNull();
    }

    @Test
    void theMutatingEndpointLeavesSuchAPodAsItIs() throws IOException {
        // When
        JsonNode response = response(post("/mutate", MALFORMED));

        // Then
        assertThat(response.get("allowed").booleanValue()).isTrue();
        assertThat(response.has("patch")).isFalse();
    }

    @Test
    void whatCanBeJudgedIsJudged() throws IOException {
        // When
        JsonNode trespasser = response(post("/validate", TRESPASSER));
        JsonNode bare = response(post("/validate", "{'spec': {}}"));

        // Then
        assertThat(trespasser.get("allowed").booleanValue()).isFalse();
        assertThat(trespasser.at("/status/code").intValue()).isEqualTo(403);
        assertThat(bare.get("allowed").booleanValue()).isTrue();
    }
}
