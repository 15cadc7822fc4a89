package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program right after it got ready, to which no review has been sent. */
class PackagedWarmUpIT {
    private static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-web.json");
    private static final Pattern REVIEWS = Pattern.compile("warmed up with ([1-9]\\d*) reviews of the program's own");

    @TempDir
    private Path directory;

    @Test
    void ofTheReviewsOverHttpsThatWarmItUpOnlyOneLineOfTheLogTells() throws IOException, InterruptedException {
        Certificates certificates = Certificates.in(directory);
        Map<String, String> settings = new HashMap<>(certificates.settings());
        settings.put("tolerant.policies.source", "none");
        settings.put("quarkus.log.category.\"dev.tolerant\".level", "DEBUG");

        String log;
        String metrics;
        String later;
        String laterLog;
        try (ProgramUnderTest program =
                ProgramUnderTest.start("tolerant-warm", FreePorts.find(2), settings, Map.of())) {
            log = program.process().log();
            metrics = metrics(program);
            post(program, certificates);
            later = metrics(program);
            laterLog = program.process().log();
        }

        assertThat(log.lines().filter(line -> REVIEWS.matcher(line).find())).hasSize(1);
        assertThat(log).doesNotContain("[dev.tolerant.server.webhook.Admission");
        assertThat(laterLog).contains("[dev.tolerant.server.webhook.Admission");
        assertThat(metrics)
                .contains("tolerant_review_duration_seconds_count 0")
                .doesNotContain("tolerant_reviews_total{", "tolerant_problems_total{", "tolerant_skipped");
        assertThat(later).contains("tolerant_review_duration_seconds_count 1").contains("tolerant_reviews_total{");
    }

    private static String metrics(ProgramUnderTest program) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(program.managementUrl() + "/q/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void post(ProgramUnderTest program, Certificates certificates)
            throws IOException, InterruptedException {
        HttpClient.newBuilder()
                .sslContext(certificates.trust())
                .build()
                .send(
                        HttpRequest.newBuilder(URI.create(program.url() + "/mutate"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofFile(REVIEW))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
    }
}
