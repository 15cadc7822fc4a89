package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program with a mounted certificate, as from cert-manager or an existing Secret. */
class MountedCertificateIT {
    private static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-web.json");

    @TempDir
    private Path directory;

    @Test
    void thePackagedProgramAnswersOverHttpsFromMountedFiles() throws IOException, InterruptedException {
        Certificates certificates = Certificates.in(directory);
        HttpRequest.BodyPublisher review = HttpRequest.BodyPublishers.ofFile(REVIEW);

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

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(new ObjectMapper()
                        .readTree(answer.body())
                        .at("/response/allowed")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void changedFilesAreServedWithoutARestartAndLoseNoReview() throws IOException {
        Path mount = directory.resolve("mount");
        Certificates first = Certificates.in(Files.createDirectory(directory.resolve("first")));
        Certificates second = Certificates.in(Files.createDirectory(directory.resolve("second")));
        Files.createSymbolicLink(mount, directory.resolve("first"));
        Map<String, String> settings = new HashMap<>(Certificates.settings(mount));
        settings.put("tolerant.certificate.poll-period", "500ms");
        String both = Files.readString(first.authority()) + Files.readString(second.authority());
        try (ProgramUnderTest program =
                ProgramUnderTest.start("tolerant-remounted", FreePorts.find(2), settings, Map.of())) {
            SteadyStream stream = SteadyStream.start(program.url(), () -> Certificates.trust(both));
            await().until(() -> stream.answered() > 100);

            replaceAsAKubeletDoes(mount, directory.resolve("second"));
            await("the new certificate to be shown")
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            stream.serials().size() > 1 || !stream.failures().isEmpty());
            stream.stop();

            assertThat(stream.failures()).isEmpty();
            assertThat(stream.serials()).hasSize(2);
        }
    }

    /** Replaces one symbolic link, so that a reader never sees a mix of old and new files. */
    private void replaceAsAKubeletDoes(Path mount, Path target) throws IOException {
        Path next = Files.createSymbolicLink(directory.resolve("next"), target);
        Files.move(next, mount, StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aCertificateForAnotherHostIsNotReady() {
        Map<String, String> settings = new HashMap<>(Certificates.in(directory).settings());
        settings.put("tolerant.certificate.host-names", "tolerant.tolerant-system.svc");

        try (ProgramUnderTest program =
                ProgramUnderTest.startUnready("tolerant-mismatch", FreePorts.find(2), settings, Map.of())) {

            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                HttpResponse<String> health = readiness(program);
                assertThat(health.statusCode()).isEqualTo(503);
                assertThat(health.body()).contains("it is not for tolerant.tolerant-system.svc");
            });
        }
    }

    private static HttpResponse<String> readiness(ProgramUnderTest program) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(program.managementUrl() + "/q/health/ready"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
