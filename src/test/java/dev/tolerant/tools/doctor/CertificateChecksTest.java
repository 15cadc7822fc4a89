package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.NOW;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.observed.facts.ClusterFacts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The handshakes are with real servers on this machine; only the way to a pod's port is not an API server's. */
class CertificateChecksTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final String HOST = "tolerant.tolerant-system.svc";

    private final Authority authority = Authority.create(NOW);

    private static ClusterFacts trusting(Authority authority) {
        return facts(TlsServer.trusting(authority, DoctorFixture.MUTATING));
    }

    @Test
    void aBundleForAYearPasses() {
        assertThat(finding("ca-bundle", trusting(authority)).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aWebhookWithoutABundleFailsByName() {
        // When
        Finding finding = finding("ca-bundle", facts(DoctorFixture.MUTATING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .contains("create.tolerant.dev of MutatingWebhookConfiguration tolerant: it has none");
    }

    @Test
    void aBundleThatIsNoCertificateFails() {
        // Given
        String broken = DoctorFixture.MUTATING.replace("clientConfig: {", "clientConfig: {caBundle: aGVsbG8=, ");

        // Then
        assertThat(finding("ca-bundle", facts(broken)).mark()).isEqualTo(Mark.FAILED);
        assertThat(finding("trust", facts(broken), pods()).mark()).isEqualTo(Mark.UNKNOWN);
    }

    @Test
    void aBundleThatEndsSoonIsAWarningAndAnExpiredOneFails() {
        // Given
        Authority old = Authority.create(NOW.minus(Duration.ofDays(355)));
        Authority expired = Authority.create(NOW.minus(Duration.ofDays(366)));

        // Then
        assertThat(finding("ca-bundle", trusting(old)).mark()).isEqualTo(Mark.WARNING);
        assertThat(finding("ca-bundle", trusting(expired)).mark()).isEqualTo(Mark.FAILED);
    }

    @Test
    void aServerThatTheBundleVouchesForPasses() throws Exception {
        try (TlsServer pod = TlsServer.start(authority.issue(List.of(HOST), NOW))) {
            // Given
            AskedServer api = pods().forwarding("tolerant-1", pod.address());

            // Then
            assertThat(finding("trust", trusting(authority), api))
                    .isEqualTo(Finding.passed(
                            "tolerant-1 serves a certificate for " + HOST + " that the caBundle vouches" + " for"));
            assertThat(finding("certificate-days", trusting(authority), api))
                    .isEqualTo(Finding.passed("the served certificate is good for 89 more days"));
        }
    }

    @Test
    void aServerOfAnotherAuthorityFails() throws Exception {
        try (TlsServer pod = TlsServer.start(authority.issue(List.of(HOST), NOW))) {
            // When
            Finding finding =
                    finding("trust", trusting(Authority.create(NOW)), pods().forwarding("tolerant-1", pod.address()));

            // Then
            assertThat(finding.mark()).isEqualTo(Mark.FAILED);
            assertThat(finding.details())
                    .singleElement()
                    .asString()
                    .startsWith("tolerant-1: no certificate of the caBundle has signed it");
        }
    }

    @Test
    void aServerOfAnotherNameFails() throws Exception {
        try (TlsServer pod = TlsServer.start(authority.issue(List.of("other.tolerant-system.svc"), NOW))) {
            // When
            Finding finding = finding("trust", trusting(authority), pods().forwarding("tolerant-1", pod.address()));

            // Then
            assertThat(finding.mark()).isEqualTo(Mark.FAILED);
            assertThat(finding.details()).singleElement().asString().contains(HOST);
        }
    }

    @Test
    void anExpiredServerFails() throws Exception {
        // Given
        Authority old = Authority.create(NOW.minus(Duration.ofDays(100)));
        try (TlsServer pod = TlsServer.start(old.issue(List.of(HOST), NOW.minus(Duration.ofDays(91))))) {
            AskedServer api = pods().forwarding("tolerant-1", pod.address());

            // Then
            assertThat(finding("trust", trusting(old), api).details()).containsExactly("tolerant-1: it has expired");
            assertThat(finding("certificate-days", trusting(old), api).mark()).isEqualTo(Mark.FAILED);
        }
    }

    @Test
    void aCertificateThatNobodyRenewsIsAWarning() throws Exception {
        try (TlsServer pod = TlsServer.start(authority.issue(List.of(HOST), NOW.minus(Duration.ofDays(80))))) {
            // When
            Finding finding =
                    finding("certificate-days", trusting(authority), pods().forwarding("tolerant-1", pod.address()));

            // Then
            assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        }
    }

    @Test
    void aPortThatMayNotBeForwardedIsUnknown() {
        assertThat(finding("trust", trusting(authority), pods()))
                .isEqualTo(Finding.unknown("you may not forward ports of pods"));
    }

    @Test
    void aServerThatSpeaksNoTlsIsUnknownAndNoStackTrace() throws Exception {
        try (TlsServer pod = TlsServer.startPlain()) {
            // When
            Finding finding = finding("trust", trusting(authority), pods().forwarding("tolerant-1", pod.address()));

            // Then
            assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
            assertThat(finding.sentence()).startsWith("there is no TLS connection to a pod: tolerant-1: ");
        }
    }

    @Test
    void theServerOfAUrlIsAskedDirectly() throws Exception {
        try (TlsServer pod = TlsServer.start(authority.issue(List.of("127.0.0.1"), NOW))) {
            // Given
            String url = "{url: https://127.0.0.1:" + pod.address().getPort() + "/mutate}";
            String service = "{service: {name: tolerant, namespace: tolerant-system, path: /mutate}}";
            String registration = TlsServer.trusting(authority, DoctorFixture.MUTATING.replace(service, url));

            // Then
            assertThat(finding("trust", facts(registration), server).mark()).isEqualTo(Mark.PASSED);
        }
    }

    @Test
    void withoutAReadyPodItIsUnknown() {
        // Given
        AskedServer api = ReleaseObjects.in(server, 1, "");

        // Then
        assertThat(finding("trust", trusting(authority), api).sentence()).contains("has no ready pod");
    }

    private AskedServer pods() {
        return ReleaseObjects.in(server, 1, "tolerant-1");
    }
}
