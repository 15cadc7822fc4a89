package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The certificates as the data of a Secret: PEM in base64. */
final class SecretData {
    private static final String AUTHORITY = "ca.crt";
    private static final String AUTHORITY_KEY = "ca.key";
    private static final String PREVIOUS_AUTHORITY = "previous-ca.crt";
    private static final String SERVING = "tls.crt";
    private static final String SERVING_KEY = "tls.key";

    private SecretData() {}

    static Map<String, String> of(SharedCertificates certificates) {
        Map<String, String> data = new LinkedHashMap<>();
        data.put(AUTHORITY, encoded(Pem.of(certificates.authority().certificate())));
        data.put(AUTHORITY_KEY, encoded(Pem.of(certificates.authority().key())));
        if (certificates.previousAuthority() != null) {
            data.put(PREVIOUS_AUTHORITY, encoded(Pem.of(certificates.previousAuthority())));
        }
        data.put(SERVING, encoded(Pem.of(certificates.serving().certificate())));
        data.put(SERVING_KEY, encoded(Pem.of(certificates.serving().key())));
        return data;
    }

    /**
     * The certificates; empty if the Secret has no data, as the chart makes it.
     *
     * @throws CertificateException if the data is there but cannot be read; the message names the key
     */
    static Optional<SharedCertificates> read(@Nullable Map<String, String> data) throws CertificateException {
        if (data == null || data.isEmpty()) {
            return Optional.empty();
        }
        Authority authority =
                new Authority(part(data, AUTHORITY, Pem::certificate), part(data, AUTHORITY_KEY, Pem::key));
        ServingCertificate serving =
                new ServingCertificate(part(data, SERVING, Pem::certificates), part(data, SERVING_KEY, Pem::key));
        return Optional.of(new SharedCertificates(
                authority,
                data.containsKey(PREVIOUS_AUTHORITY) ? part(data, PREVIOUS_AUTHORITY, Pem::certificate) : null,
                serving));
    }

    /** Reads one part from its PEM. */
    private interface Reader<T> {
        T read(String pem) throws CertificateException;
    }

    private static <T> T part(Map<String, String> data, String name, Reader<T> reader) throws CertificateException {
        String encoded = data.get(name);
        if (encoded == null) {
            throw new CertificateException("data has no " + name);
        }
        try {
            return reader.read(new String(Base64.getDecoder().decode(encoded), StandardCharsets.US_ASCII));
        } catch (CertificateException | IllegalArgumentException unreadable) {
            throw new CertificateException("data." + name + " cannot be read: " + unreadable.getMessage());
        }
    }

    private static String encoded(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    }
}
