package dev.tolerant.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.ServingCertificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which certificates make the program unready. */
class CertificateFaultTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Authority authority = Authority.create(NOW);
    private final ServingCertificate serving = authority.issue(List.of("localhost"), NOW);

    @Test
    void aGoodCertificateHasNoFault() {
        assertThat(serving.fault(List.of("localhost"), NOW)).isEmpty();
    }

    @Test
    void anExpiredOneIsNotReady() {
        assertThat(serving.fault(List.of(), NOW.plus(Duration.ofDays(90))))
                .contains("it expired at 2026-04-01T00:00:00Z");
    }

    @Test
    void oneForAnotherHostIsNotReady() {
        assertThat(serving.fault(List.of("localhost", "tolerant.svc"), NOW)).contains("it is not for tolerant.svc");
    }

    @Test
    void oneWithAnotherKeyIsNotReady() {
        ServingCertificate mixed = new ServingCertificate(serving.chain(), authority.key());

        assertThat(mixed.fault(List.of(), NOW)).contains("the private key is not the certificate's");
    }

    @Test
    void oneThatIsNotValidYetIsReadyForThisClockMayBeBehind() {
        assertThat(serving.fault(List.of("localhost"), NOW.minus(Duration.ofDays(1))))
                .isEmpty();
    }
}
