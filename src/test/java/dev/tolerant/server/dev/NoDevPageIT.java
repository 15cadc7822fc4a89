package dev.tolerant.server.dev;

import static io.restassured.RestAssured.given;

import dev.tolerant.server.webhook.MutateIT;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ports of a program that was not built for dev mode: nothing answers for the playground. */
@QuarkusTest
@TestProfile(MutateIT.OneProgram.class)
@Tag("alone")
class NoDevPageIT {
    @TestHTTPResource
    URI webhook;

    @TestHTTPResource(management = true)
    URI management;

    @Test
    void thereIsNoPage() {
        for (URI server : new URI[] {webhook, management}) {
            given().get(server.resolve("/")).then().statusCode(404);
            given().get(server.resolve("/playground/page.js")).then().statusCode(404);
            given().get(server.resolve("/playground/start")).then().statusCode(404);
            given().contentType("application/json")
                    .body("{}")
                    .post(server.resolve("/playground/explain"))
                    .then()
                    .statusCode(404);
        }
    }
}
