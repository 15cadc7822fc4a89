package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.certificate.InstalledChart;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The packaged program, which rotates its own certificate while reviews arrive. */
class RotationIT {
    private final InstalledChart cluster = new InstalledChart();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void aNewAuthorityAndCertificateLoseNoReview() {
        // Given
        try (ProgramUnderTest program =
                ProgramUnderTest.start("tolerant-rotation", FreePorts.find(2), settings(cluster), Map.of())) {
            String before = caBundle();
            SteadyStream stream = SteadyStream.start(program.url(), this::trust);
            await().until(() -> stream.answered() > 100);
            assertThat(stream.serials()).hasSize(1);

            // When
            cluster.setSecret(Map.of());
            await("the new certificate to be shown")
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            stream.serials().size() > 1 || !stream.failures().isEmpty());
            int then = stream.answered();
            await().until(() ->
                    stream.answered() > then + 100 || !stream.failures().isEmpty());
            stream.stop();

            // Then
            assertThat(stream.failures()).isEmpty();
            assertThat(stream.serials()).hasSize(2);
            assertThat(caBundle()).isNotEqualTo(before).endsWith(before);
        }
    }

    /** The settings of a program that keeps its certificate in this cluster. */
    static Map<String, String> settings(InstalledChart cluster) {
        Map<String, String> settings = new HashMap<>();
        settings.put("kubernetes.master", cluster.operator().getMasterUrl().toString());
        settings.put("kubernetes.auth.tryKubeConfig", "false");
        settings.put("quarkus.http.tls-configuration-name", "webhook");
        settings.put("tolerant.certificate.mode", "built-in");
        settings.put("tolerant.certificate.host-names", "127.0.0.1");
        settings.put("tolerant.certificate.namespace", InstalledChart.NAMESPACE);
        settings.put("tolerant.certificate.secret", InstalledChart.SECRET_NAME);
        settings.put("tolerant.certificate.mutating-webhook-configuration", InstalledChart.CONFIGURATION_NAME);
        settings.put("tolerant.certificate.validating-webhook-configuration", InstalledChart.CONFIGURATION_NAME);
        settings.put("tolerant.certificate.poll-period", "500ms");
        return settings;
    }

    private SSLContext trust() {
        return Certificates.trust(caBundle());
    }

    private String caBundle() {
        return cluster.caBundles().iterator().next();
    }
}
