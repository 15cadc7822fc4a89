package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.server.certificate.InstalledChart;
import java.time.Duration;
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
        try (ProgramUnderTest program =
                ProgramUnderTest.start("tolerant-rotation", FreePorts.find(2), cluster.settings(), Map.of())) {
            String before = caBundle();
            SteadyStream stream = SteadyStream.start(program.url(), this::trust);
            await().until(() -> stream.answered() > 100);
            assertThat(stream.serials()).hasSize(1);

            cluster.setSecret(Map.of());
            await("the new certificate to be shown")
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            stream.serials().size() > 1 || !stream.failures().isEmpty());
            int then = stream.answered();
            await().until(() ->
                    stream.answered() > then + 100 || !stream.failures().isEmpty());
            stream.stop();

            assertThat(stream.failures()).isEmpty();
            assertThat(stream.serials()).hasSize(2);
            assertThat(caBundle()).isNotEqualTo(before).endsWith(before);
        }
    }

    private SSLContext trust() {
        return Certificates.trust(caBundle());
    }

    private String caBundle() {
        return cluster.caBundles().iterator().next();
    }
}
