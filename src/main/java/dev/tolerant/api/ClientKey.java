package dev.tolerant.api;

import dev.tolerant.api.KubeconfigFile.InvalidKubeconfigException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.CertUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The private key of a client's certificate: a PEM block, and its algorithm, which the library cannot find out for PKCS#8.
 *
 * @param algorithm RSA or EC
 */
record ClientKey(String pem, String algorithm) {
    // As client-go, which passes over blocks before it, such as openssl's EC PARAMETERS.
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----(.*?)-----END \\1PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    static ClientKey of(Config config) throws InvalidKubeconfigException {
        String name = config.getClientKeyData() != null ? "client-key-data" : "client-key " + config.getClientKeyFile();
        try {
            String text = new String(
                    CertUtils.getInputStreamFromDataOrFile(config.getClientKeyData(), config.getClientKeyFile())
                            .readAllBytes(),
                    StandardCharsets.US_ASCII);
            Matcher block = BLOCK.matcher(text);
            if (!block.find()) {
                throw unusable(name, "is no private key");
            }
            String type = block.group(1).strip();
            return new ClientKey(block.group(), type.isEmpty() ? algorithm(block.group(2), name) : known(type, name));
        } catch (IOException unreadable) {
            throw new InvalidKubeconfigException("the kubeconfig's " + name + " cannot be read: check the path");
        }
    }

    private static String algorithm(String base64, String name) throws InvalidKubeconfigException {
        for (String each : ALGORITHMS) {
            try {
                KeyFactory.getInstance(each)
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
                return known(each, name);
            } catch (GeneralSecurityException | IllegalArgumentException another) {
                // The next one may fit.
            }
        }
        throw unusable(name, "is damaged or of an unknown algorithm");
    }

    private static String known(String algorithm, String name) throws InvalidKubeconfigException {
        if (!ALGORITHMS.subList(0, 2).contains(algorithm)) {
            throw unusable(name, "is of the kind " + algorithm + ", which is not supported");
        }
        return algorithm;
    }

    private static InvalidKubeconfigException unusable(String name, String why) {
        return new InvalidKubeconfigException(
                "the kubeconfig's " + name + " " + why + ": give an RSA or EC key in PEM, not encrypted");
    }
}
