package dev.tolerant.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For whom and for how long a certificate is good, and what is wrong with one. */
class ServingCertificateTest {
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

    @Test
    void itIsForItsNamesAndAddresses() {
        List<String> hosts = List.of("tolerant.tolerant-system.svc", "192.0.2.7", "fd00::7");
        ServingCertificate issued = authority.issue(hosts, NOW);

        assertThat(issued.missing(hosts)).isEmpty();
        assertThat(issued.missing(List.of("192.0.2.8", "Tolerant.tolerant-system.SVC")))
                .containsExactly("192.0.2.8");
        assertThat(issued.hasItsKey()).isTrue();
    }

    @Test
    void aWildcardStandsForOneLabel() {
        ServingCertificate wildcard = authority.issue(List.of("*.svc.example.com"), NOW);

        List<String> missing = wildcard.missing(List.of("a.svc.example.com", "a.b.svc.example.com", "svc.example.com"));

        assertThat(missing).containsExactly("a.b.svc.example.com", "svc.example.com");
    }

    @Test
    void itNeverOutlivesItsAuthority() {
        ServingCertificate late = authority.issue(List.of("localhost"), NOW.plus(Duration.ofDays(300)));

        assertThat(late.end()).isEqualTo(authority.certificate().getNotAfter().toInstant());
    }
}
