package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Secret in which all replicas share their certificates, as PEM; the first to write decides. It needs get and update
 * of this one object. Immutable; the thread that looks after the certificate uses it, because it waits for the API server.
 */
record CertificateSecret(KubernetesClient client, String namespace, String name) {
    private static final String AUTHORITY = "ca.crt";
    private static final String AUTHORITY_KEY = "ca.key";
    private static final String PREVIOUS_AUTHORITY = "previous-ca.crt";
    private static final String SERVING = "tls.crt";
    private static final String SERVING_KEY = "tls.key";

    Optional<Secret> get() {
        return Optional.ofNullable(
                client.secrets().inNamespace(namespace).withName(name).get());
    }

    /** Puts the certificates into the Secret; false if it has changed since it was read. */
    boolean put(Secret read, SharedCertificates certificates) {
        try {
            client.resource(new SecretBuilder(read).withData(data(certificates)).build())
                    .update();
            return true;
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return false;
            }
            throw failed;
        }
    }

    private static Map<String, String> data(SharedCertificates certificates) {
        Map<String, String> data = new LinkedHashMap<>();
        data.put(AUTHORITY, Pem.of(certificates.authority().certificate()));
        data.put(AUTHORITY_KEY, Pem.of(certificates.authority().key()));
        if (certificates.previousAuthority() != null) {
            data.put(PREVIOUS_AUTHORITY, Pem.of(certificates.previousAuthority()));
        }
        data.put(SERVING, Pem.of(certificates.serving().certificate()));
        data.put(SERVING_KEY, Pem.of(certificates.serving().key()));
        data.replaceAll((key, pem) -> Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
        return data;
    }

    /** Empty if it has no data, as the chart makes it; the message of a failure names the key that cannot be read. */
    static Optional<SharedCertificates> certificates(Secret secret) throws CertificateException {
        Map<String, String> data = secret.getData();
        if (data == null || data.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SharedCertificates(
                new Authority(part(data, AUTHORITY, Pem::certificate), part(data, AUTHORITY_KEY, Pem::key)),
                data.containsKey(PREVIOUS_AUTHORITY) ? part(data, PREVIOUS_AUTHORITY, Pem::certificate) : null,
                new ServingCertificate(part(data, SERVING, Pem::certificates), part(data, SERVING_KEY, Pem::key))));
    }

    private interface Reader<T> {
        T read(String pem) throws CertificateException;
    }

    private static <T> T part(Map<String, String> data, String key, Reader<T> reader) throws CertificateException {
        String encoded = data.get(key);
        if (encoded == null) {
            throw new CertificateException("data has no " + key);
        }
        try {
            return reader.read(new String(Base64.getDecoder().decode(encoded), StandardCharsets.US_ASCII));
        } catch (CertificateException | IllegalArgumentException unreadable) {
            throw new CertificateException("data." + key + " cannot be read: " + unreadable.getMessage());
        }
    }

    @Override
    public String toString() {
        return "Secret " + namespace + "/" + name;
    }

    /**
     * The certificates that all replicas share: the authority, the one before it, and the serving certificate. Immutable.
     *
     * @param previousAuthority still trusted until it expires, for what was issued under it; null for the first authority
     */
    record SharedCertificates(
            Authority authority, @Nullable X509Certificate previousAuthority, ServingCertificate serving) {

        static SharedCertificates issue(
                @Nullable X509Certificate previousAuthority, List<String> hostNames, Instant now) {
            Authority authority = Authority.create(now);
            return new SharedCertificates(authority, previousAuthority, authority.issue(hostNames, now));
        }

        /** This object if nothing has to be renewed: neither certificate is wrong or two thirds through its life. */
        SharedCertificates renewed(List<String> hostNames, Instant now) {
            if (isDue(authority.certificate(), now)) {
                return issue(authority.certificate(), hostNames, now);
            }
            if (isUsable(hostNames, now) && !isDue(serving.certificate(), now)) {
                return this;
            }
            // Where a name is missing, keep the old ones too: replicas of the previous rollout still want them, and
            // would issue it again in turn.
            List<String> names = serving.missing(hostNames).isEmpty()
                    ? hostNames
                    : Stream.concat(hostNames.stream(), serving.names().stream())
                            .distinct()
                            .toList();
            return new SharedCertificates(authority, previousAuthority, authority.issue(names, now));
        }

        /** One that is not valid yet is not due: the clock may be wrong. */
        private static boolean isDue(X509Certificate certificate, Instant now) {
            Instant start = certificate.getNotBefore().toInstant();
            Duration life = Duration.between(start, certificate.getNotAfter().toInstant());
            return !now.isBefore(start.plus(life.multipliedBy(2).dividedBy(3)));
        }

        /** True where API servers that trust the authority accept the serving certificate. */
        boolean isUsable(List<String> hostNames, Instant now) {
            return serving.fault(hostNames, now).isEmpty() && authority.hasSigned(serving.certificate());
        }

        /** The certificates that API servers have to trust, in PEM: the authority, and the previous one as long as it is valid. */
        String caBundle(Instant now) {
            String bundle = Pem.of(authority.certificate());
            return previousAuthority == null
                            || !now.isBefore(previousAuthority.getNotAfter().toInstant())
                    ? bundle
                    : bundle + Pem.of(previousAuthority);
        }
    }
}
