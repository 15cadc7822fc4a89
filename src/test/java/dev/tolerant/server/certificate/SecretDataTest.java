package dev.tolerant.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the program stores certificates in a Secret. */
class SecretDataTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> HOSTS = List.of("localhost");

    private final SharedCertificates first = SharedCertificates.issue(null, HOSTS, NOW);

    @Test
    void whatIsWrittenIsReadAgain() throws CertificateException {
        SharedCertificates second = SharedCertificates.issue(first.authority().certificate(), HOSTS, NOW);

        assertThat(SecretData.read(SecretData.of(first))).contains(first);
        assertThat(SecretData.read(SecretData.of(second))).contains(second);
    }

    @Test
    void aSecretWithoutDataIsOneThatWaitsForIt() throws CertificateException {
        assertThat(SecretData.read(null)).isEmpty();
        assertThat(SecretData.read(Map.of())).isEmpty();
    }

    @Test
    void whatCannotBeReadIsNamed() {
        Map<String, String> incomplete = new HashMap<>(SecretData.of(first));
        incomplete.remove("tls.key");
        Map<String, String> text = new HashMap<>(SecretData.of(first));
        text.put("ca.crt", Base64.getEncoder().encodeToString("hello".getBytes(StandardCharsets.US_ASCII)));
        Map<String, String> notBase64 = new HashMap<>(SecretData.of(first));
        notBase64.put("ca.key", "%");

        assertThatThrownBy(() -> SecretData.read(incomplete)).hasMessage("data has no tls.key");
        assertThatThrownBy(() -> SecretData.read(text))
                .hasMessage("data.ca.crt cannot be read: there is no CERTIFICATE block");
        assertThatThrownBy(() -> SecretData.read(notBase64)).hasMessageStartingWith("data.ca.key cannot be read: ");
    }
}
