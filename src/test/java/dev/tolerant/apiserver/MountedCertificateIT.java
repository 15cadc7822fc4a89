package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program with a mounted certificate, as the tests against a real API server start it. */
class MountedCertificateIT {
    private static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-web.json");

    @Test
    void thePackagedProgramAnswersOverHttpsFromMountedFiles(@TempDir Path directory)
            throws IOException, InterruptedException {
        // Given
        Certificates certificates = Certificates.in(directory);
        HttpRequest.BodyPublisher review = HttpRequest.BodyPublishers.ofFile(REVIEW);

        // When
        HttpResponse<String> answer;
        try (ProgramUnderTest program =
                ProgramUnderTest.start("tolerant-mounted", FreePorts.find(2), certificates.settings(), Map.of())) {
            answer = HttpClient.newBuilder()
                    .sslContext(certificates.trust())
                    .build()
                    .send(
                            HttpRequest.newBuilder(URI.create(program.url() + "/mutate?timeout=5s"))
                                    .header("Content-Type", "application/json")
                                    .POST(review)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        }

        // Then
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new ObjectMapper()
                        .readTree(answer.body())
                        .at("/response/allowed")
                        .asBoolean())
                .isTrue();
    }
}
