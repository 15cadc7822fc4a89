package dev.tolerant.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.time.Instant;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.junit.jupiter.api.Test;

/** Certificates and keys that somebody else has written. */
class PemTest {

    @Test
    void aKeyAsOpenSslWritesItIsRead() throws Exception {
        PrivateKey written =
                KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(written);
        }

        PrivateKey key = Pem.key(text.toString());

        assertThat(text.toString()).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        assertThat(key).isEqualTo(written);
    }

    @Test
    void aKeyAndItsCertificateMayStandInOneText() throws CertificateException {
        Authority authority = Authority.create(Instant.now());
        String both = Pem.of(authority.key()) + Pem.of(authority.certificate());

        assertThat(Pem.certificates(both)).containsExactly(authority.certificate());
        assertThat(Pem.key(both)).isEqualTo(authority.key());
    }

    @Test
    void whatIsNotThereIsSaid() {
        String certificate = Pem.of(Authority.create(Instant.now()).certificate());

        assertThatThrownBy(() -> Pem.key(certificate)).hasMessage("there is no PRIVATE KEY block without a password");
        assertThatThrownBy(() -> Pem.certificates("hello")).hasMessage("there is no CERTIFICATE block");
    }
}
