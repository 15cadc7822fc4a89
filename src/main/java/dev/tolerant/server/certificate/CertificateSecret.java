package dev.tolerant.server.certificate;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/** The Secret that all replicas share; the first to write decides. It needs get and update of this one object. */
final class CertificateSecret {
    private final KubernetesClient client;
    private final String namespace;
    private final String name;

    CertificateSecret(KubernetesClient client, String namespace, String name) {
        this.client = client;
        this.namespace = namespace;
        this.name = name;
    }

    /** The Secret as it is; empty if there is none. */
    Optional<Secret> get() {
        return Optional.ofNullable(
                client.secrets().inNamespace(namespace).withName(name).get());
    }

    /** Puts the certificates into the Secret; false if it has changed since it was read. */
    boolean put(Secret read, SharedCertificates certificates) {
        try {
            client.resource(new SecretBuilder(read)
                            .withData(SecretData.of(certificates))
                            .build())
                    .update();
            return true;
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return false;
            }
            throw failed;
        }
    }

    @Override
    public String toString() {
        return "Secret " + namespace + "/" + name;
    }
}
