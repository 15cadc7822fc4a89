package dev.tolerant.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.tolerant.page.PageRoutes.Start;
import dev.tolerant.page.Sample.Asset;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paths of the playground on a server that has nothing else. */
class PageRoutesTest {
    @AutoClose
    private static PageServer server;

    @BeforeAll
    static void start() {
        server = new PageServer(KnownInForce.samples());
    }

    @Test
    void thePageMayLoadNothingFromElsewhere() {
        given().get(server.address())
                .then()
                .statusCode(200)
                .contentType("text/html; charset=utf-8")
                .header("Content-Security-Policy", containsString("default-src 'self'"))
                .header("X-Content-Type-Options", "nosniff");
    }

    @Test
    void itStartsWithWhatIsInForceAsItIsWritten() {
        JsonPath begun = given().get(at("playground/start")).jsonPath();

        assertThat(begun.getString("policies")).contains("name: ml-pool").contains("[{\"key\": \"spot\"");
        assertThat(begun.getString("settings")).contains("tolerant.rules.node-failure.not-ready=60\n");
        assertThat(begun.getMap("inForce")).isEqualTo(Map.of("policies", 1, "namespaces", 6, "used", false));
    }

    @Test
    void itUsesWhatIsInForceIfNobodyKnowsHowThatIsWritten() {
        KnownInForce compiled = KnownInForce.compiled(KnownInForce.samplesText());

        String used = new Start(compiled).json().at("/inForce/used").asText();
        String policies = new Start(compiled).json().get("policies").textValue();

        assertThat(used).isEqualTo("true");
        assertThat(policies).isEqualTo(Asset.of("policies.yaml").text());
    }

    @Test
    void itHasPoliciesToBeginWithIfNoneAreInForce() {
        String used =
                new Start(KnownInForce.nothing()).json().at("/inForce/used").asText();
        String policies =
                new Start(KnownInForce.nothing()).json().get("policies").textValue();

        assertThat(used).isEqualTo("false");
        assertThat(policies).isEqualTo(Asset.of("policies.yaml").text());
    }

    @Test
    void everythingThatThePageNamesIsThere() {
        String html = given().get(server.address()).asString();
        JsonPath begun = given().get(at("playground/start")).jsonPath();

        List<String> named = Stream.of(
                        Pattern.compile("(?:href|src)=\"(playground/[^\"]+)\"")
                                .matcher(html)
                                .results()
                                .map(match -> match.group(1)),
                        begun.<String>getList("samples.samples.pod.flatten()").stream(),
                        begun.<String>getList("samples[1].samples.policies").stream())
                .flatMap(names -> names)
                .distinct()
                .toList();

        assertThat(named).hasSize(11 + 2 * Sample.library().size());
        for (String each : named) {
            given().get(at(each)).then().statusCode(200);
        }
    }

    @Test
    void aPodIsExplained() {
        explain(Map.of("pods", Sample.all().get(0).pod().text(), "policies", "", "settings", ""))
                .then()
                .statusCode(200)
                .contentType(ContentType.JSON)
                .body("problems", hasSize(0))
                .body("explanations", hasSize(1))
                .body("explanations[0].verdict", equalTo("patched"))
                .body("explanations[0].madeBy", equalTo("Deployment/web"));
    }

    @Test
    void aBodyThatIsNotThePagesIsRefusedWithASentence() {
        refused("hello", 400, "the body is not JSON");
        refused("[]", 400, "the body must be a JSON object with pods, policies and settings");
        refused("{\"pods\": 7}", 400, "pods must be a string");
        refused("{\"pods\": \"\", \"policies\": \"\"}", 400, "settings must be a string");
        refused("\"" + "a".repeat(8 << 20) + "\"", 413, "the texts are larger than 8 MiB together");
    }

    @Test
    void aFormOfAnotherSiteCannotAsk() {
        given().contentType("text/plain")
                .body("{}")
                .post(at("playground/explain"))
                .then()
                .statusCode(415);
    }

    @Test
    void noOtherSiteIsAllowedToAskWhatAFormCannot() {
        given().header("Origin", "http://evil.example")
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "content-type")
                .options(at("playground/explain"))
                .then()
                .statusCode(405)
                .header("Access-Control-Allow-Origin", (String) null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080"})
    void thePageAnswersUnderNamesOfThisMachine(String host) {
        given().header("Host", host).get(server.address()).then().statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "localhost.",
                "127.1",
                "10.1.2.3:8080"
            })
    void aSiteThatPointsItsNameAtThePageGetsNothingOfIt(String host) {
        for (String path : List.of("", "playground/page.js", "playground/start", "playground/explain")) {
            for (String method : List.of("GET", "POST")) {
                given().header("Host", host)
                        .header("X-Forwarded-Host", "localhost")
                        .header("Forwarded", "host=localhost")
                        .contentType(ContentType.JSON)
                        .body("{}")
                        .request(method, at(path))
                        .then()
                        .statusCode(403)
                        .body("message", containsString("localhost, 127.0.0.1 and [::1] alone"));
            }
        }
    }

    private static void refused(String body, int status, String sentence) {
        explain(body).then().statusCode(status).body("message", equalTo(sentence));
    }

    private static Response explain(Object body) {
        return given().contentType(ContentType.JSON).body(body).post(at("playground/explain"));
    }

    private static String at(String path) {
        return server.address().resolve(path).toString();
    }
}
