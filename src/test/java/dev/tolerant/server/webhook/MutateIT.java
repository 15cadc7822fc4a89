package dev.tolerant.server.webhook;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.WholeProgram;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint of the running program, asked over HTTP as an API server asks. */
@QuarkusTest
@Tag("alone")
@TestProfile(MutateIT.OneProgram.class)
public class MutateIT {
    private static final Path REVIEWS = Path.of("src/test/resources/reviews");

    @TestHTTPResource
    URI webhook;

    @TestHTTPResource(management = true)
    URI management;

    /**
     * The settings that the golden patches were made with, room for so few bytes that a few requests fill it, a certificate, and
     * a policy that matches none of those reviews. The tests of the running program share it, because Quarkus builds the program
     * anew for each profile.
     */
    public static class OneProgram implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            Map<String, String> settings = new TreeMap<>(
                    Certificates.in(Path.of("target", "one-program")).settings());
            settings.put("tolerant.rules.node-failure.not-ready", "60");
            settings.put("tolerant.rules.node-failure.unreachable", "60");
            settings.put("tolerant.limits.bodies", "5M");
            settings.put("tolerant.policies.source", "directory");
            settings.put("tolerant.policies.directory", "src/test/resources/monitoring");
            settings.put("quarkus.http.insecure-requests", "enabled");
            settings.put("quarkus.http.test-ssl-port", "0");
            return settings;
        }
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.server.webhook.FixtureReviewsTest#reviews")
    void aCapturedReviewGetsTheGoldenPatch(String name) throws IOException {
        byte[] review = Files.readAllBytes(REVIEWS.resolve(name));
        JsonNode golden = WholeProgram.JSON.readTree(
                REVIEWS.resolve(name.replace(".json", ".patch.json")).toFile());

        JsonNode answer = json(post(review, "?timeout=10s"), 200);

        JsonNode response = answer.get("response");
        assertThat(answer.get("apiVersion").textValue()).isEqualTo("admission.k8s.io/v1");
        assertThat(answer.get("kind").textValue()).isEqualTo("AdmissionReview");
        assertThat(response.get("uid"))
                .isEqualTo(WholeProgram.JSON.readTree(review).get("request").get("uid"));
        assertThat(response.get("allowed").booleanValue()).isTrue();
        assertThat(response.has("patchType")).isEqualTo(response.has("patch")).isEqualTo(!golden.isEmpty());
        if (!golden.isEmpty()) {
            assertThat(response.get("patchType").textValue()).isEqualTo("JSONPatch");
            assertThat(WholeProgram.JSON.readTree(
                            Base64.getDecoder().decode(response.get("patch").textValue())))
                    .isEqualTo(golden);
        }
    }

    @Test
    void aDryRunIsAnsweredInTheSameWay() throws IOException {
        ObjectNode review = (ObjectNode) WholeProgram.JSON.readTree(
                REVIEWS.resolve("pod-create-train.json").toFile());
        JsonNode answer = json(post(WholeProgram.JSON.writeValueAsBytes(review), ""), 200);

        ((ObjectNode) review.get("request")).put("dryRun", true);
        JsonNode dry = json(post(WholeProgram.JSON.writeValueAsBytes(review), ""), 200);

        assertThat(dry).isEqualTo(answer);
    }

    /** One status and one body (D5). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | the body is not JSON: it cannot be read at line 1, column 1",
                "{\"kind\": | the body is not JSON: it cannot be read at line 1, column 9",
                "null | the body is not an AdmissionReview: it must be a JSON object",
                "[] | the body is not an AdmissionReview: it must be a JSON object",
                "{} | the body is not an AdmissionReview: its kind must be AdmissionReview",
                "{\"kind\":\"Pod\"} | the body is not an AdmissionReview: its kind must be AdmissionReview",
                "{\"kind\":7} | the body is not an AdmissionReview: kind must be a string, but is a number",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1beta1\",\"request\":{\"uid\":\"1\"}}"
                        + " | apiVersion must be admission.k8s.io/v1; register the webhook with"
                        + " admissionReviewVersions: [v1]",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\"} | request is missing",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":null}"
                        + " | request is missing",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":{}}"
                        + " | request.uid is missing",
                "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"request\":[]}"
                        + " | the body is not an AdmissionReview: request must be an object, but is a list",
                "{} {} | the body is not JSON: it cannot be read at line 1, column 5"
            })
    void aBodyThatIsNoReviewIsAnsweredWithOneSentence(String body, String sentence) throws IOException {
        Response response = post(body.getBytes(StandardCharsets.UTF_8), "");

        assertThat(json(response, 400))
                .isEqualTo(WholeProgram.JSON.createObjectNode().put("message", sentence));
    }

    @Test
    void anEmptyBodyIsAnsweredWithOneSentence() throws IOException {
        Response response = post(new byte[0], "");

        assertThat(json(response, 400).get("message").textValue())
                .isEqualTo("the body is not an AdmissionReview: it must be a JSON object");
    }

    @Test
    void aBodyNestedAHundredThousandDeepIsRefused() throws IOException {
        byte[] deep = ("{\"kind\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);

        Response response = post(deep, "");

        assertThat(json(response, 400).get("message").textValue()).startsWith("the body is not ");
    }

    @Test
    void aBodyOverEightMebibytesIsTooLarge() throws IOException {
        // Only the head of a request, because the server breaks the connection off without reading the body
        String head = "POST /mutate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + (8 * 1024 * 1024 + 1) + "\r\n\r\n";

        String status;
        try (Socket socket = new Socket(webhook.getHost(), webhook.getPort())) {
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            status = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }

        assertThat(status).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void anotherMethodIsNotAllowed() {
        int status = given().get("/mutate").statusCode();

        assertThat(status).isEqualTo(405);
    }

    @Test
    void anotherContentTypeIsNotSupported() {
        int status =
                given().contentType("text/plain").body("{}").post("/mutate").statusCode();

        assertThat(status).isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "CONNECT"})
    void anOperationThatStoresNothingIsAllowedWithoutAPatch(String operation) throws IOException {
        ObjectNode review = (ObjectNode) WholeProgram.JSON.readTree(
                REVIEWS.resolve("pod-create-train.json").toFile());
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("operation", operation);
        request.set("oldObject", request.get("object"));
        request.putNull("object");

        JsonNode response =
                json(post(WholeProgram.JSON.writeValueAsBytes(review), ""), 200).get("response");

        assertThat(response)
                .isEqualTo(WholeProgram.JSON
                        .createObjectNode()
                        .put("uid", request.get("uid").textValue())
                        .put("allowed", true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "resize", "ephemeralcontainers", "binding"})
    void aSubresourceIsAllowedWithoutAPatch(String subResource) throws IOException {
        ObjectNode review = (ObjectNode) WholeProgram.JSON.readTree(
                REVIEWS.resolve("pod-create-train.json").toFile());
        ((ObjectNode) review.get("request")).put("subResource", subResource);

        JsonNode response =
                json(post(WholeProgram.JSON.writeValueAsBytes(review), ""), 200).get("response");

        assertThat(response.get("allowed").booleanValue()).isTrue();
        assertThat(response.has("patch")).isFalse();
    }

    @Test
    void aPodOfTheWrongTypesIsAllowedWithAWarningAndCounted() throws IOException {
        ObjectNode review = (ObjectNode) WholeProgram.JSON.readTree(
                REVIEWS.resolve("pod-create-train.json").toFile());
        ((ObjectNode) review.get("request").get("object").get("spec")).put("tolerations", "all");

        JsonNode response =
                json(post(WholeProgram.JSON.writeValueAsBytes(review), ""), 200).get("response");

        assertThat(response.get("allowed").booleanValue()).isTrue();
        assertThat(response.has("patch")).isFalse();
        assertThat(response.get("warnings"))
                .containsExactly(
                        WholeProgram.JSON
                                .getNodeFactory()
                                .textNode(
                                        "tolerant: the pod is left as it is: request.object.spec.tolerations must be a list, but is a string"));
        assertThat(metrics()).contains("tolerant_problems_total{kind=\"review\"}");
    }

    @Test
    void reviewsAreCountedAndTimed() throws IOException {
        post(Files.readAllBytes(REVIEWS.resolve("pod-create-train.json")), "");

        String metrics = metrics();

        assertThat(metrics)
                .contains(
                        "tolerant_reviews_total{decision=\"patched\",operation=\"CREATE\"}",
                        "tolerant_injected_tolerations_total{rule=\"extended-resources\"}",
                        "tolerant_review_duration_seconds_bucket{le=\"2.5E-4\"}",
                        "tolerant_review_duration_seconds_bucket{le=\"10.0\"}");
    }

    private static Response post(byte[] body, String query) {
        return given().contentType(ContentType.JSON).body(body).post("/mutate" + query);
    }

    private static JsonNode json(Response response, int status) throws IOException {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.contentType()).startsWith("application/json");
        return WholeProgram.JSON.readTree(response.asByteArray());
    }

    private String metrics() {
        return given().get(management.resolve("/q/metrics")).asString();
    }
}
