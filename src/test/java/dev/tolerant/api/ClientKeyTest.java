package dev.tolerant.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.KubeconfigContext.ClientKey;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The private keys that a client can have. */
class ClientKeyTest {
    private static final String WAY_OUT = ": give an RSA or EC key in PEM, not encrypted";

    private static String pem(String algorithm) throws Exception {
        return block(
                "PRIVATE KEY",
                KeyPairGenerator.getInstance(algorithm)
                        .generateKeyPair()
                        .getPrivate()
                        .getEncoded());
    }

    private static String block(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type
                + "-----";
    }

    private static ClientKey key(String text) throws Exception {
        Config config = Config.empty();
        config.setClientKeyData(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII)));
        return ClientKey.of(config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void theAlgorithmOfAKeyInPkcs8IsKnown(String algorithm) throws Exception {
        String pem = pem(algorithm);

        assertThat(key(pem)).isEqualTo(new ClientKey(pem, algorithm));
    }

    @Test
    void otherBlocksBesideTheKeyArePassedOver() throws Exception {
        String pem = block("EC PRIVATE KEY", new byte[] {1, 2});

        assertThat(key(block("EC PARAMETERS", new byte[] {3}) + "\n" + pem + "\n"))
                .isEqualTo(new ClientKey(pem, "EC"));
    }

    @Test
    void whatCannotBeUsedIsNamed() throws Exception {
        String edwards = pem("Ed25519");
        String encrypted = block("ENCRYPTED PRIVATE KEY", new byte[] {1});
        String damaged = block("PRIVATE KEY", new byte[] {1});

        assertThatThrownBy(() -> key(edwards))
                .hasMessage("the kubeconfig's client-key-data is of the kind EdDSA, which is not supported" + WAY_OUT);
        assertThatThrownBy(() -> key(encrypted))
                .hasMessage(
                        "the kubeconfig's client-key-data is of the kind ENCRYPTED, which is not supported" + WAY_OUT);
        assertThatThrownBy(() -> key(damaged))
                .hasMessage("the kubeconfig's client-key-data is damaged or of an unknown algorithm" + WAY_OUT);
    }
}
