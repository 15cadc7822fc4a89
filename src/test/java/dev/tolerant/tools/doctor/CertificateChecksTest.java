package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.NOW;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Whether the API server can trust what the program serves. */
class CertificateChecksTest {
    private final Authority authority = Authority.create(NOW);

    private static ClusterObjects trusting(Authority authority) {
        return clusterObjects(DoctorFixture.MUTATING.replace(
                "clientConfig: {",
                "clientConfig: {caBundle: "
                        + Base64.getEncoder()
                                .encodeToString(Pem.of(authority.certificate()).getBytes(StandardCharsets.US_ASCII))
                        + ", "));
    }

    @Test
    void aBundleForAYearPasses() {
        assertThat(finding("ca-bundle", trusting(authority)).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aWebhookWithoutABundleFailsByName() {
        CheckResult finding = finding("ca-bundle", clusterObjects(DoctorFixture.MUTATING));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .contains("create.tolerant.dev of MutatingWebhookConfiguration tolerant: it has none");
    }

    @Test
    void aBundleThatIsNoCertificateFails() {
        String broken = DoctorFixture.MUTATING.replace("clientConfig: {", "clientConfig: {caBundle: aGVsbG8=, ");

        assertThat(finding("ca-bundle", clusterObjects(broken)).mark()).isEqualTo(Mark.FAILED);
    }

    @Test
    void aBundleThatEndsSoonIsAWarningAndAnExpiredOneFails() {
        Authority old = Authority.create(NOW.minus(Duration.ofDays(355)));
        Authority expired = Authority.create(NOW.minus(Duration.ofDays(366)));

        assertThat(finding("ca-bundle", trusting(old)).mark()).isEqualTo(Mark.WARNING);
        assertThat(finding("ca-bundle", trusting(expired)).mark()).isEqualTo(Mark.FAILED);
    }
}
