package dev.tolerant.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.server.certificate.CertificateWatch.MountedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate that someone else puts into a directory. */
class MountedCertificateTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path directory;

    private final Authority authority = Authority.create(NOW);
    private final ServingCertificate first = authority.issue(List.of("localhost"), NOW);
    private final ServingCertificate second = authority.issue(List.of("localhost"), NOW);
    private final ServedCertificate served = new ServedCertificate();
    private final List<String> problems = new ArrayList<>();
    private Instant now = NOW;
    private MountedCertificate mounted;

    @BeforeEach
    void mount() {
        mounted = new MountedCertificate(directory, List.of("localhost"), served, problems::add);
    }

    @Test
    void itIsServedWithItsChain() throws IOException {
        Files.writeString(directory.resolve("tls.crt"), Pem.of(first.certificate()) + Pem.of(authority.certificate()));
        Files.writeString(directory.resolve("tls.key"), Pem.of(first.key()));

        boolean isFine = mounted.look(now);

        assertThat(isFine).isTrue();
        assertThat(served.get())
                .contains(new ServingCertificate(List.of(first.certificate(), authority.certificate()), first.key()));
    }

    @Test
    void aChangeIsServedWithoutARestart() throws IOException {
        write(first);
        mounted.look(now);

        write(second);
        boolean isFine = mounted.look(now);

        assertThat(isFine).isTrue();
        assertThat(served.get()).contains(second);
    }

    @Test
    void aKeyOfAnotherCertificateReplacesNothing() throws IOException {
        write(first);
        mounted.look(now);

        Files.writeString(directory.resolve("tls.key"), Pem.of(second.key()));
        boolean isFine = mounted.look(now);

        assertThat(isFine).isFalse();
        assertThat(served.get()).contains(first);
        assertThat(problems)
                .containsExactly(
                        directory.resolve("tls.crt") + " cannot be used: the private key is not the certificate's");
    }

    @Test
    void oneForAnotherHostOrAnExpiredOneReplacesNothing() throws IOException {
        write(first);
        mounted.look(now);

        write(authority.issue(List.of("example.com"), NOW));
        boolean isForAnotherFine = mounted.look(now);
        now = NOW.plus(Duration.ofDays(80));
        ServingCertificate late = authority.issue(List.of("localhost"), NOW.minus(Duration.ofDays(30)));
        write(late);
        boolean isExpiredFine = mounted.look(now);

        assertThat(isForAnotherFine).isFalse();
        assertThat(isExpiredFine).isFalse();
        assertThat(served.get()).contains(first);
        assertThat(problems)
                .containsExactly(
                        directory.resolve("tls.crt") + " cannot be used: it is not for localhost",
                        directory.resolve("tls.crt") + " cannot be used: it expired at " + late.end());
    }

    @Test
    void theFirstIsServedWhateverItIsSoThatReadinessCanSayWhy() throws IOException {
        ServingCertificate foreign = authority.issue(List.of("example.com"), NOW);
        write(foreign);

        boolean isFine = mounted.look(now);

        assertThat(isFine).isFalse();
        assertThat(served.get()).contains(foreign);
    }

    @Test
    void filesThatAreMissingOrNoPemAreSaid() throws IOException {
        boolean isFine = mounted.look(now);
        Files.writeString(directory.resolve("tls.crt"), "hello");
        mounted.look(now);

        assertThat(isFine).isFalse();
        assertThat(served.get()).isEmpty();
        assertThat(problems).hasSize(2).allMatch(sentence -> sentence.contains("tls.crt and tls.key cannot be read"));
    }

    private void write(ServingCertificate certificate) throws IOException {
        Files.writeString(directory.resolve("tls.crt"), Pem.of(certificate.certificate()));
        Files.writeString(directory.resolve("tls.key"), Pem.of(certificate.key()));
    }
}
