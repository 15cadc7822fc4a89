package dev.tolerant.server.certificate;

import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.server.certificate.CertificateSecret.SharedCertificates;
import dev.tolerant.server.certificate.CertificateWatch.CertificateRenewal;
import dev.tolerant.server.certificate.CertificateWatch.WebhookConfiguration;
import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The objects that the chart installs for the built-in certificate, on a mock API server that stores changes and
 * reports conflicts.
 */
public final class InstalledChart implements AutoCloseable {
    public static final String NAMESPACE = "system";
    public static final String SECRET_NAME = "certificate";
    public static final String CONFIGURATION_NAME = "tolerant";
    static final String SECRET = "/api/v1/namespaces/system/secrets/certificate";
    static final String MUTATING = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant";
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final List<String> HOSTS = List.of("tolerant.system.svc");

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient operator = apiServer.operator();
    private volatile Instant now = START;

    public InstalledChart() {
        createSecret();
        operator.resource(new MutatingWebhookConfigurationBuilder()
                        .withNewMetadata()
                        .withName(CONFIGURATION_NAME)
                        .endMetadata()
                        .addNewWebhook()
                        .withName("create.tolerant.dev")
                        .addNewRule()
                        .withApiGroups("")
                        .withApiVersions("v1")
                        .withOperations("CREATE")
                        .withResources("pods")
                        .endRule()
                        .withNewClientConfig()
                        .withNewService("tolerant", NAMESPACE, "/mutate", 443)
                        .endClientConfig()
                        .endWebhook()
                        .addNewWebhook()
                        .withName("update.tolerant.dev")
                        .withNewClientConfig()
                        .withNewService("tolerant", NAMESPACE, "/mutate", 443)
                        .endClientConfig()
                        .endWebhook()
                        .build())
                .create();
    }

    /** The settings of a program that keeps its certificate in this cluster. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("kubernetes.master", operator.getMasterUrl().toString());
        settings.put("kubernetes.auth.tryKubeConfig", "false");
        settings.put("quarkus.http.tls-configuration-name", "webhook");
        settings.put("tolerant.certificate.mode", "built-in");
        settings.put("tolerant.certificate.host-names", "127.0.0.1");
        settings.put("tolerant.certificate.namespace", NAMESPACE);
        settings.put("tolerant.certificate.secret", SECRET_NAME);
        settings.put("tolerant.certificate.mutating-webhook-configuration", CONFIGURATION_NAME);
        settings.put("tolerant.certificate.poll-period", "500ms");
        return settings;
    }

    /** A replica, the certificates that it has served, and the problems that it reports. */
    final class Replica {
        final List<ServingCertificate> served = new ArrayList<>();
        final List<String> problems = new ArrayList<>();
        private final ServedCertificate current = new ServedCertificate();
        private final CertificateRenewal keeper = new CertificateRenewal(
                secret(apiServer.client()),
                Optional.of(new WebhookConfiguration(apiServer.client(), CONFIGURATION_NAME)),
                HOSTS,
                current,
                problems::add);

        boolean look() {
            boolean isFine = keeper.look(now);
            current.get()
                    .filter(certificate -> served.isEmpty() || !certificate.equals(serves()))
                    .ifPresent(served::add);
            return isFine;
        }

        ServingCertificate serves() {
            return served.get(served.size() - 1);
        }
    }

    Replica replica() {
        return new Replica();
    }

    /** Sets the clock of all replicas. */
    void setTime(Instant time) {
        now = time;
    }

    public MockApiServer apiServer() {
        return apiServer;
    }

    public KubernetesClient operator() {
        return operator;
    }

    /** Creates the Secret as the chart does, without data. */
    public void createSecret() {
        operator.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(SECRET_NAME)
                        .endMetadata()
                        .withType("Opaque")
                        .build())
                .create();
    }

    public void deleteSecret() {
        operator.secrets().inNamespace(NAMESPACE).withName(SECRET_NAME).delete();
    }

    /** Replaces the Secret's data. */
    public void setSecret(Map<String, String> data) {
        operator.secrets()
                .inNamespace(NAMESPACE)
                .withName(SECRET_NAME)
                .edit(found -> new SecretBuilder(found).withData(data).build());
    }

    /** Stores a key that is not the serving certificate's. */
    public void exchangeKey(List<String> hostNames) {
        store(current -> new SharedCertificates(
                current.authority(),
                current.previousAuthority(),
                new ServingCertificate(
                        current.serving().chain(),
                        current.authority().issue(hostNames, Instant.now()).key())));
    }

    private void store(UnaryOperator<SharedCertificates> change) {
        CertificateSecret stored = secret(operator);
        Secret read = stored.get().orElseThrow();
        try {
            SharedCertificates current = CertificateSecret.certificates(read).orElseThrow();
            if (!stored.put(read, change.apply(current))) {
                throw new IllegalStateException("somebody else has changed the Secret");
            }
        } catch (CertificateException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    /** The Secret, as this client reads and writes it. */
    static CertificateSecret secret(KubernetesClient client) {
        return new CertificateSecret(client, NAMESPACE, SECRET_NAME);
    }

    Map<String, String> stored() {
        return operator.secrets()
                .inNamespace(NAMESPACE)
                .withName(SECRET_NAME)
                .get()
                .getData();
    }

    String decoded(String key) {
        return decode(Objects.requireNonNull(stored().get(key), key));
    }

    private static String decode(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
    }

    /** The distinct CA bundles of the existing registrations. */
    public Set<String> caBundles() {
        Set<String> bundles = new TreeSet<>();
        operator.admissionRegistration().v1().mutatingWebhookConfigurations().list().getItems().stream()
                .flatMap(configuration -> configuration.getWebhooks().stream())
                .forEach(webhook -> bundles.add(
                        decode(Objects.requireNonNull(webhook.getClientConfig().getCaBundle()))));
        return bundles;
    }

    @Override
    public void close() {
        apiServer.close();
    }
}
