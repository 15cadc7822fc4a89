package dev.tolerant.server.certificate;

import static dev.tolerant.server.certificate.InstalledChart.HOSTS;
import static dev.tolerant.server.certificate.InstalledChart.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.server.certificate.CertificateSecret.SharedCertificates;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How the program stores certificates in a Secret. */
class CertificateSecretTest {
    @AutoClose
    private final InstalledChart cluster = new InstalledChart();

    private final CertificateSecret secret =
            InstalledChart.secret(cluster.apiServer().client());
    private final SharedCertificates first = SharedCertificates.issue(null, HOSTS, START);

    @Test
    void whatIsWrittenIsReadAgain() throws CertificateException {
        SharedCertificates second = SharedCertificates.issue(first.authority().certificate(), HOSTS, START);

        secret.put(secret.get().orElseThrow(), first);
        assertThat(CertificateSecret.certificates(secret.get().orElseThrow())).contains(first);
        secret.put(secret.get().orElseThrow(), second);
        assertThat(CertificateSecret.certificates(secret.get().orElseThrow())).contains(second);
    }

    @Test
    void aSecretWithoutDataIsOneThatWaitsForIt() throws CertificateException {
        assertThat(CertificateSecret.certificates(secret.get().orElseThrow())).isEmpty();
    }

    @Test
    void aSecretThatSomebodyElseHasChangedIsNotOverwritten() {
        Secret early = secret.get().orElseThrow();
        cluster.replica().look();
        Map<String, String> before = cluster.stored();

        boolean isWritten = secret.put(early, first);

        assertThat(isWritten).isFalse();
        assertThat(cluster.stored()).isEqualTo(before);
    }

    @Test
    void whatCannotBeReadIsNamed() {
        secret.put(secret.get().orElseThrow(), first);
        Map<String, String> incomplete = new HashMap<>(cluster.stored());
        incomplete.remove("tls.key");
        Map<String, String> text = new HashMap<>(cluster.stored());
        text.put("ca.crt", Base64.getEncoder().encodeToString("hello".getBytes(StandardCharsets.US_ASCII)));
        Map<String, String> notBase64 = new HashMap<>(cluster.stored());
        notBase64.put("ca.key", "%");

        assertThatReading(incomplete).hasMessage("data has no tls.key");
        assertThatReading(text).hasMessage("data.ca.crt cannot be read: there is no CERTIFICATE block");
        assertThatReading(notBase64).hasMessageStartingWith("data.ca.key cannot be read: ");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertThatReading(Map<String, String> data) {
        Secret secret = new SecretBuilder().withData(data).build();
        return assertThatThrownBy(() -> CertificateSecret.certificates(secret));
    }
}
