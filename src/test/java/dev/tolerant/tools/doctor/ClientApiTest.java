package dev.tolerant.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.cluster.MockApiServer;
import dev.tolerant.tools.doctor.ClusterApi.ApiAnswer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.mockwebserver.http.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor's questions, sent to a server. */
class ClientApiTest {
    private static final String TEAM = "/api/v1/namespaces/team";
    private static final String PODS = "/api/v1/namespaces/default/pods?dryRun=All";

    private final MockApiServer server = new MockApiServer();
    private final ClientApi api = new ClientApi(server.client());

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    @Test
    void anObjectIsReadByItsPath() throws UnansweredException {
        // Given
        server.operator()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("team")
                        .endMetadata()
                        .build())
                .create();

        // Then
        assertThat(api.get(TEAM).at("/metadata/name").asText()).isEqualTo("team");
        assertThat(api.get("/api/v1/namespaces/nobody").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "401, the API server does not accept these credentials (401)",
        "403, you may not read " + TEAM,
        "500, the API server answers 500"
    })
    void aRefusalSaysWhy(int code, String why) {
        // Given
        server.faults().answer("GET", TEAM, code);

        // Then
        assertThatThrownBy(() -> api.get(TEAM))
                .isInstanceOf(UnansweredException.class)
                .hasMessageStartingWith(why);
    }

    @Test
    void aDryRunIsPostedAsItIsAndItsAnswerRead() throws UnansweredException {
        // Given
        ObjectNode pod = ProbePod.in("default", true);
        server.faults()
                .serve(
                        "/api/v1/namespaces/default/pods.*",
                        path -> new MockResponse()
                                .setResponseCode(201)
                                .setBody("{\"kind\": \"Pod\", \"spec\": {\"nodeName\": \"n1\"}}"));

        // When
        ApiAnswer answer = api.post(PODS, pod);

        // Then
        assertThat(answer.isRefusal()).isFalse();
        assertThat(answer.object().at("/spec/nodeName").asText()).isEqualTo("n1");
        assertThat(server.faults().requests()).containsExactly("POST " + PODS);
        assertThat(DoctorFixture.yaml(server.faults().bodies("POST", ".*").get(0)))
                .isEqualTo(pod);
    }

    @Test
    void aRefusedDryRunKeepsTheServersOwnMessage() throws UnansweredException {
        // Given
        server.faults()
                .serve(
                        "/api/v1/namespaces/default/pods.*",
                        path -> new MockResponse()
                                .setResponseCode(400)
                                .setBody(
                                        "{\"kind\": \"Status\", \"message\": \"admission webhook does not support dry run\"}"));

        // When
        ApiAnswer answer = api.post(PODS, ProbePod.in("default", false));

        // Then
        assertThat(answer.isRefusal()).isTrue();
        assertThat(answer.message()).isEqualTo("admission webhook does not support dry run");
    }

    @Test
    void aServerThatIsGoneIsUnknown() {
        // Given
        server.close();

        // Then
        assertThatThrownBy(() -> api.get(TEAM))
                .isInstanceOf(UnansweredException.class)
                .hasMessageStartingWith("the API server cannot be reached: ");
        assertThatThrownBy(() -> api.post(PODS, ProbePod.in("default", false))).isInstanceOf(UnansweredException.class);
    }
}
