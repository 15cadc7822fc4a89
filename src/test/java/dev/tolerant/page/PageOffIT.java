package dev.tolerant.page;

import static io.restassured.RestAssured.given;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The playground where nobody has switched it on. */
@QuarkusTest
class PageOffIT {
    @TestHTTPResource(management = true)
    URI management;

    @Test
    void thereIsNoPage() {
        given().get(management.resolve("/")).then().statusCode(404);
        given().get(management.resolve("/playground/page.js")).then().statusCode(404);
        given().contentType("application/json")
                .body("{}")
                .post(management.resolve("/playground/explain"))
                .then()
                .statusCode(404);
        given().get("/").then().statusCode(404);
    }
}
