package dev.tolerant.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The playground of the running program, where it is switched on outside of dev mode. */
@QuarkusTest
@TestProfile(PageIT.SwitchedOn.class)
class PageIT {
    @TestHTTPResource(management = true)
    URI management;

    /** The page, with the policies of dev mode. */
    public static class SwitchedOn implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "tolerant.page.enabled", "true",
                    "tolerant.page.hosts", "tolerant.example.com,tolerant.example.org",
                    "tolerant.rules.node-failure.not-ready", "60",
                    "tolerant.policies.source", "directory",
                    "tolerant.policies.directory", "src/dev/cluster");
        }
    }

    @Test
    void thePageIsOnTheManagementPortAndNotOnTheWebhooks() {
        given().get(management.resolve("/"))
                .then()
                .statusCode(200)
                .contentType("text/html; charset=utf-8")
                .header("Content-Security-Policy", containsString("default-src 'self'"))
                .header("X-Content-Type-Options", "nosniff");
        given().get("/").then().statusCode(404);
    }

    @Test
    void thePageStartsWithThePoliciesAndSettingsThatTheProgramRunsWith() {
        // When
        String html = given().get(management.resolve("/")).asString();

        // Then
        assertThat(html)
                .contains("name: keep-out")
                .contains("[{&quot;key&quot;: &quot;spot&quot;")
                .contains("tolerant.rules.node-failure.not-ready=60\n")
                .contains("2 policies, 5 namespaces")
                .doesNotContain(" checked");
    }

    @Test
    void everythingThatThePageNamesIsThere() {
        // Given
        String html = given().get(management.resolve("/")).asString();

        // When
        List<String> named = Pattern.compile("(?:href|src|value|data-policies)=\"(playground/[^\"]+)\"")
                .matcher(html)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();

        // Then
        assertThat(named).hasSize(11 + 2 * Sample.library().size());
        for (String each : named) {
            given().get(management.resolve("/" + each)).then().statusCode(200);
        }
    }

    @Test
    void aPodIsExplained() {
        given().contentType(ContentType.JSON)
                .body(Map.of("pods", Sample.all().get(0).pod().text(), "policies", "", "settings", ""))
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(200)
                .contentType(ContentType.JSON)
                .body("problems", hasSize(0))
                .body("explanations", hasSize(1))
                .body("explanations[0].verdict", equalTo("patched"))
                .body("explanations[0].madeBy", equalTo("Deployment/web"));
    }

    @Test
    void policiesThatAreNullAreThoseInForce() {
        given().contentType(ContentType.JSON)
                .body("{\"pods\": \"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {tolerations:"
                        + " [{key: dedicated, operator: Exists}]}}\", \"policies\": null, \"settings\": \"\"}")
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(200)
                .body("explanations[0].refusal.code", equalTo("policy-deny"));
    }

    @Test
    void aBodyThatIsNotThePagesIsRefusedWithASentence() {
        refused("hello", 400, "the body is not JSON");
        refused("[]", 400, "the body must be a JSON object with pods, policies and settings");
        refused("{\"pods\": 7}", 400, "pods must be a string");
        refused("{\"pods\": \"\", \"policies\": \"\"}", 400, "settings must be a string");
        refused("\"" + "a".repeat(1 << 20) + "\"", 413, "the texts are larger than 1 MiB together");
    }

    @Test
    void aFormOfAnotherSiteCannotAsk() {
        given().contentType("text/plain")
                .body("{}")
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(415);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:9000", "127.0.0.1:9000", "[::1]:9000", "10.1.2.3", "tolerant.example.org"})
    void thePageIsServedUnderNamesThatNoOtherSiteCanTake(String host) {
        given().header("Host", host).get(management.resolve("/")).then().statusCode(200);
        given().header("Host", host)
                .header("Origin", "http://" + host)
                .contentType(ContentType.JSON)
                .body("hello")
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/playground/page.js", "/playground/explain"})
    void aSiteThatPointsItsNameAtThePageGetsNothingOfIt(String path) {
        for (String method : List.of("GET", "POST")) {
            given().header("Host", "evil.example:9000")
                    .header("X-Forwarded-Host", "localhost")
                    .header("Forwarded", "host=localhost")
                    .contentType(ContentType.JSON)
                    .body("{}")
                    .request(method, management.resolve(path))
                    .then()
                    .statusCode(403)
                    .contentType(ContentType.JSON)
                    .body("message", containsString("tolerant.page.hosts"));
        }
    }

    @Test
    void aPageOfAnotherSiteCannotAskUnderTheNameOfThisOne() {
        given().header("Origin", "http://evil.example")
                .contentType(ContentType.JSON)
                .body("{}")
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/q/health/live", "/q/metrics", "/q/info"})
    void healthAndMetricsAnswerUnderAnyName(String path) {
        given().header("Host", "tolerant-metrics.tolerant.svc:9000")
                .get(management.resolve(path))
                .then()
                .statusCode(200);
    }

    private void refused(String body, int status, String sentence) {
        given().contentType(ContentType.JSON)
                .body(body)
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(status)
                .body("message", equalTo(sentence));
    }
}
