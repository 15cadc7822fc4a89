package dev.tolerant.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.testing.WholeProgram;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the program looks after its certificate again and again. */
class CertificateWatchTest {
    @TempDir
    private Path directory;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ServedCertificate served = new ServedCertificate();

    @Test
    void itDoesNotStartWhereItsCertificateWouldNotBeServed() {
        CertificateWatch watch = watch(Map.of("certificate.mode", "mounted"), Optional.of("other"));

        assertThatThrownBy(() -> watch.start(new StartupEvent()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("quarkus.http.tls-configuration-name must be webhook when tolerant.certificate.mode is"
                        + " mounted");
    }

    @Test
    void itDoesNotStartWithoutASettingThatItsModeNeeds() {
        CertificateWatch watch = watch(Map.of("certificate.mode", "mounted"), Optional.of("webhook"));

        assertThatThrownBy(() -> watch.start(new StartupEvent()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("tolerant.certificate.directory must be set when tolerant.certificate.mode is mounted");
    }

    @Test
    void aProblemIsCountedOnceUntilItIsOver() throws IOException {
        Authority authority = Authority.create(Instant.now());
        ServingCertificate first = authority.issue(List.of("localhost"), Instant.now());
        CertificateWatch watch = watch(
                Map.of(
                        "certificate.mode", "mounted",
                        "certificate.directory", directory.toString(),
                        "certificate.host-names", "localhost",
                        "certificate.poll-period", "1ms"),
                Optional.of("webhook"));

        watch.start(new StartupEvent());
        await().until(() -> problems() == 1);
        write(first);
        await().until(() -> served.get().isPresent());
        double whenServed = problems();
        Files.delete(directory.resolve("tls.key"));
        await().until(() -> problems() > whenServed);
        watch.stop(new ShutdownEvent());

        assertThat(whenServed).isEqualTo(1);
        assertThat(problems()).isEqualTo(2);
        assertThat(served.get()).contains(first);
    }

    private double problems() {
        return metrics.counter("tolerant.problems", "kind", "certificate").count();
    }

    /** The key first, and both whole: a look may come between them. */
    private void write(ServingCertificate certificate) throws IOException {
        Path aside = Files.createDirectory(directory.resolve("aside"));
        Path key = Files.writeString(aside.resolve("tls.key"), Pem.of(certificate.key()));
        Path chain = Files.writeString(aside.resolve("tls.crt"), Pem.of(certificate.certificate()));
        Files.move(key, directory.resolve("tls.key"));
        Files.move(chain, directory.resolve("tls.crt"));
    }

    @SuppressWarnings("NullAway") // A mounted certificate asks no API server.
    private CertificateWatch watch(Map<String, String> settings, Optional<String> tlsConfiguration) {
        return new CertificateWatch(WholeProgram.config(settings), tlsConfiguration, null, served, metrics);
    }
}
