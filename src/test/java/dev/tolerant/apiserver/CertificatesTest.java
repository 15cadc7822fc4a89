package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificates and the kubeconfig of the tests against a real API server. */
class CertificatesTest {
    @TempDir
    private Path directory;

    private static X509Certificate read(Path file) throws IOException, GeneralSecurityException {
        try (InputStream pem = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
    }

    @Test
    void theServersCertificateIsTheAuthoritysAndNamesLoopback() throws IOException, GeneralSecurityException {
        Certificates certificates = Certificates.in(directory);

        X509Certificate authority = read(certificates.authority());
        X509Certificate server = read(certificates.certificate());
        server.verify(authority.getPublicKey());
        server.checkValidity();
        assertThat(server.getIssuerX500Principal()).isEqualTo(authority.getSubjectX500Principal());
        assertThat(authority.getBasicConstraints()).isNotNegative();
        assertThat(server.getBasicConstraints()).isNegative();
        assertThat(server.getSubjectAlternativeNames().toString()).contains("[7, 127.0.0.1]", "[2, localhost]");
        assertThat(Files.readString(certificates.key())).startsWith("-----BEGIN PRIVATE KEY-----\n");
        assertThat(Base64.getDecoder().decode(certificates.caBundle()))
                .isEqualTo(Files.readAllBytes(certificates.authority()));
    }

    @Test
    void theKubeconfigIsOneThatTheProgramsClientReads() throws IOException {
        String bundle = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});

        Path file = Kubeconfig.write(
                directory.resolve("kubeconfig"),
                "https://127.0.0.1:6443",
                bundle,
                new User("tolerant", "secret", List.of()));

        Config config = Config.fromKubeconfig(Files.readString(file));
        JsonNode cluster = ApiObject.node(Files.readString(file)).at("/clusters/0/cluster");
        assertThat(config.getMasterUrl()).isEqualTo("https://127.0.0.1:6443/");
        assertThat(config.getAutoOAuthToken()).isEqualTo("secret");
        assertThat(config.getCaCertData()).isEqualTo(bundle);
        assertThat(cluster.path("server").asText()).isEqualTo("https://127.0.0.1:6443");
    }
}
