package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program, which receives SIGTERM while reviews arrive. */
class DrainIT {

    @Test
    void noReviewIsLostWhenTheProgramIsToldToStop(@TempDir Path directory) throws IOException {
        Certificates certificates = Certificates.in(directory);
        Map<String, String> settings = new HashMap<>(certificates.settings());
        settings.put("quarkus.shutdown.delay", "6s");
        settings.put("quarkus.shutdown.timeout", "15s");
        try (ProgramUnderTest program =
                ProgramUnderTest.start("tolerant-drain", FreePorts.find(2), settings, Map.of())) {
            SteadyStream stream = SteadyStream.start(program.url(), certificates::trust);
            await().until(() -> stream.answered() > 100);
            SlowReview slow = SlowReview.begin(program.url(), certificates.trust());

            program.terminate();
            await("readiness to go down")
                    .atMost(Duration.ofSeconds(6))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> readiness(program) == 503);
            int whenNotReady = stream.answered();
            // Endpoints need a moment to drop the pod, and reviews keep arriving until then.
            await().atMost(Duration.ofSeconds(6))
                    .until(() -> stream.answered() > whenNotReady + 20
                            || !stream.failures().isEmpty());
            stream.stop();

            await("the delay to end")
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> program.hasLogged("Waiting for HTTP requests to complete"));
            String answer = slow.finish();

            assertThat(stream.failures()).isEmpty();
            assertThat(answer).startsWith("HTTP/1.1 200 ");
            await("the program to end").atMost(Duration.ofSeconds(15)).until(() -> !program.isAlive());
        }
    }

    private static int readiness(ProgramUnderTest program) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(program.managementUrl() + "/q/health/ready"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
