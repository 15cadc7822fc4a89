package dev.tolerant.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.server.certificate.CertificateSecret.SharedCertificates;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which certificates the program issues and renews, and when. */
class SharedCertificatesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> HOSTS = List.of("tolerant.tolerant-system.svc", "192.0.2.7", "fd00::7");

    private final SharedCertificates first = SharedCertificates.issue(null, HOSTS, START);

    @Test
    void whoTrustsTheBundleAcceptsTheServingCertificateFromADayBefore() throws GeneralSecurityException {
        assertThat(isAccepted(first, START)).isTrue();
        assertThat(isAccepted(first, START.minus(Duration.ofHours(23)))).isTrue();
        assertThat(isAccepted(first, START.minus(Duration.ofHours(25)))).isFalse();
        assertThat(isAccepted(first, START.plus(Duration.ofDays(91)))).isFalse();
    }

    @Test
    void nothingIsRenewedBeforeTwoThirdsOfItsLife() {
        SharedCertificates later = first.renewed(HOSTS, START.plus(Duration.ofDays(59)));

        assertThat(later).isSameAs(first);
    }

    @Test
    void theServingCertificateIsRenewedAtTwoThirdsOfItsLifeUnderTheSameAuthority() {
        SharedCertificates later = first.renewed(HOSTS, START.plus(Duration.ofDays(61)));

        assertThat(later.authority()).isEqualTo(first.authority());
        assertThat(later.serving().certificate().getSerialNumber())
                .isNotEqualTo(first.serving().certificate().getSerialNumber());
        assertThat(later.serving().certificate().getNotAfter())
                .isEqualTo(Date.from(START.plus(Duration.ofDays(61 + 90))));
        assertThat(later.caBundle(START)).isEqualTo(first.caBundle(START));
    }

    @Test
    void aNewAuthorityComesAtTwoThirdsOfTheOldOnesLifeAndOverlapsIt() throws GeneralSecurityException {
        Instant late = START.plus(Duration.ofDays(244));

        SharedCertificates later = first.renewed(HOSTS, late);

        assertThat(authorities(later.caBundle(late)))
                .containsExactly(
                        later.authority().certificate(), first.authority().certificate());
        assertThat(later.authority()).isNotEqualTo(first.authority());
        assertThat(isAccepted(later, late)).isTrue();
        assertThat(authorities(later.caBundle(START.plus(Duration.ofDays(366)))))
                .containsExactly(later.authority().certificate());
    }

    @Test
    void whatWasIssuedLastUnderTheOldAuthorityIsTrustedUntilItExpires() throws GeneralSecurityException {
        Instant justBefore = START.plus(Duration.ofDays(243));
        ServingCertificate old = first.authority().issue(HOSTS, justBefore);
        Instant after = START.plus(Duration.ofDays(244));

        SharedCertificates renewed = first.renewed(HOSTS, after);

        Instant end = old.end().minusSeconds(1);
        assertThat(isAccepted(renewed.caBundle(end), old.certificate(), end)).isTrue();
    }

    @Test
    void anExpiredPairIsReplacedWhole() throws GeneralSecurityException {
        Instant muchLater = START.plus(Duration.ofDays(1000));

        SharedCertificates renewed = first.renewed(HOSTS, muchLater);

        assertThat(isAccepted(renewed, muchLater)).isTrue();
        assertThat(authorities(renewed.caBundle(muchLater))).hasSize(1);
    }

    @Test
    void aClockThatIsBehindRenewsNothing() {
        SharedCertificates seen = first.renewed(HOSTS, START.minus(Duration.ofDays(30)));

        assertThat(seen).isSameAs(first);
    }

    @Test
    void anotherHostNameGetsANewCertificateOfTheSameAuthority() {
        List<String> hosts = List.of("tolerant.elsewhere.svc");

        SharedCertificates renewed = first.renewed(hosts, START);

        assertThat(renewed.authority()).isEqualTo(first.authority());
        assertThat(renewed.serving().missing(hosts)).isEmpty();
    }

    @Test
    void replicasThatWantDifferentNamesDoNotTakeThemFromEachOther() {
        List<String> others = List.of("tolerant.elsewhere.svc");

        SharedCertificates renewed = first.renewed(others, START);

        assertThat(renewed.renewed(HOSTS, START)).isSameAs(renewed);
        assertThat(renewed.renewed(others, START)).isSameAs(renewed);
    }

    @Test
    void aKeyThatIsNotTheCertificatesIsReplaced() {
        ServingCertificate mixed = new ServingCertificate(
                first.serving().chain(), first.authority().issue(HOSTS, START).key());

        SharedCertificates renewed = new SharedCertificates(first.authority(), null, mixed).renewed(HOSTS, START);

        assertThat(mixed.hasItsKey()).isFalse();
        assertThat(renewed.serving().hasItsKey()).isTrue();
    }

    @Test
    void aCertificateOfAnotherAuthorityIsReplaced() {
        ServingCertificate foreign = Authority.create(START).issue(HOSTS, START);

        SharedCertificates renewed = new SharedCertificates(first.authority(), null, foreign).renewed(HOSTS, START);

        assertThat(first.authority().hasSigned(foreign.certificate())).isFalse();
        assertThat(first.authority().hasSigned(renewed.serving().certificate())).isTrue();
    }

    private static boolean isAccepted(SharedCertificates certificates, Instant when) throws GeneralSecurityException {
        return isAccepted(certificates.caBundle(when), certificates.serving().certificate(), when);
    }

    /** Whether Java's own validation, as another client's, accepts the certificate. */
    private static boolean isAccepted(String caBundle, X509Certificate certificate, Instant when)
            throws GeneralSecurityException {
        for (X509Certificate authority : authorities(caBundle)) {
            PKIXParameters trust = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
            trust.setRevocationEnabled(false);
            trust.setDate(Date.from(when));
            try {
                CertPathValidator.getInstance("PKIX")
                        .validate(
                                CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), trust);
                return true;
            } catch (CertPathValidatorException refused) {
                continue;
            }
        }
        return false;
    }

    private static List<X509Certificate> authorities(String caBundle) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(caBundle.getBytes(StandardCharsets.US_ASCII)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
    }
}
