package dev.tolerant.server.dev;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The playground of the program as it is built for dev mode, with the settings and the policies of dev mode. */
@QuarkusTest
@Tag("alone")
@TestProfile(DevPageIT.DevMode.class)
class DevPageIT {
    @TestHTTPResource
    URI webhook;

    @TestHTTPResource(management = true)
    URI management;

    public static class DevMode implements QuarkusTestProfile {
        @Override
        public String getConfigProfile() {
            return "dev";
        }
    }

    @Test
    void thePageIsOnTheWebhooksPortAndNotOnTheManagementPort() {
        given().get(webhook.resolve("/"))
                .then()
                .statusCode(200)
                .contentType("text/html; charset=utf-8")
                .body(containsString("<h1>Tolerant playground</h1>"));
        given().get(management.resolve("/")).then().statusCode(404);
    }

    @Test
    void itStartsWithThePoliciesAndSettingsThatTheProgramRunsWith() {
        given().get(webhook.resolve("/playground/start"))
                .then()
                .statusCode(200)
                .body("inForce.policies", equalTo(1))
                .body("inForce.namespaces", equalTo(6))
                .body("inForce.used", equalTo(false))
                .body("policies", containsString("name: ml-pool"))
                .body("policies", containsString("[{\"key\": \"spot\""))
                .body("settings", containsString("tolerant.rules.node-failure.not-ready=60\n"));
    }

    @Test
    void policiesThatAreNullAreThoseInForce() {
        given().contentType(ContentType.JSON)
                .body("{\"pods\": \"{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {tolerations:"
                        + " [{key: dedicated, operator: Exists}]}}\", \"policies\": null, \"settings\": \"\"}")
                .post(webhook.resolve("/playground/explain"))
                .then()
                .statusCode(200)
                .body("explanations[0].refusal.code", equalTo("reserved"));
    }
}
