package dev.tolerant.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.source.MockApiServer;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How replicas issue, renew and agree, on an API server that keeps what it is given and tells conflicts. */
class CertificateKeeperTest {
    private static final String SECRET = "/api/v1/namespaces/system/secrets/certificate";
    private static final String MUTATING =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant";
    private static final String VALIDATING =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/tolerant";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> HOSTS = List.of("tolerant.system.svc");

    private final MockApiServer apiServer = new MockApiServer();
    private final KubernetesClient operator = apiServer.operator();
    private Instant now = START;

    /** A replica with what it serves and what it complains of. */
    private final class Replica {
        private final List<ServingCertificate> served = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();
        private final CertificateKeeper keeper = new CertificateKeeper(
                new StoredCertificates(apiServer.client(), "system", "certificate"),
                new WebhookConfigurations(apiServer.client(), List.of("tolerant"), List.of("tolerant")),
                HOSTS,
                new MovedClock(() -> now),
                served::add,
                problems::add);

        boolean look() {
            return keeper.look();
        }

        ServingCertificate serves() {
            return served.get(served.size() - 1);
        }
    }

    @BeforeEach
    void installTheChart() {
        createSecret();
        operator.resource(new MutatingWebhookConfigurationBuilder()
                        .withNewMetadata()
                        .withName("tolerant")
                        .endMetadata()
                        .addNewWebhook()
                        .withName("create.tolerant.dev")
                        .withNewClientConfig()
                        .withNewService("tolerant", "system", "/mutate", 443)
                        .endClientConfig()
                        .endWebhook()
                        .addNewWebhook()
                        .withName("update.tolerant.dev")
                        .withNewClientConfig()
                        .withNewService("tolerant", "system", "/mutate", 443)
                        .endClientConfig()
                        .endWebhook()
                        .build())
                .create();
        operator.resource(new ValidatingWebhookConfigurationBuilder()
                        .withNewMetadata()
                        .withName("tolerant")
                        .endMetadata()
                        .addNewWebhook()
                        .withName("validate.tolerant.dev")
                        .withNewClientConfig()
                        .withNewService("tolerant", "system", "/validate", 443)
                        .endClientConfig()
                        .endWebhook()
                        .build())
                .create();
    }

    @AfterEach
    void stop() {
        apiServer.close();
    }

    @Test
    void theFirstLookIssuesServesAndHasItTrustedEverywhere() {
        // Given
        Replica replica = new Replica();

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isTrue();
        assertThat(replica.problems).isEmpty();
        assertThat(replica.serves().missing(HOSTS)).isEmpty();
        assertThat(stored().keySet()).containsExactlyInAnyOrder("ca.crt", "ca.key", "tls.crt", "tls.key");
        assertThat(caBundles()).hasSize(1).containsExactly(decoded("ca.crt"));
    }

    @Test
    void anotherLookChangesNothing() {
        // Given
        Replica replica = new Replica();
        replica.look();
        List<String> asked = apiServer.faults().requests();

        // When
        replica.look();

        // Then
        assertThat(replica.served).hasSize(1);
        assertThat(apiServer
                        .faults()
                        .requests()
                        .subList(asked.size(), apiServer.faults().requests().size()))
                .containsExactly("GET " + SECRET, "GET " + MUTATING, "GET " + VALIDATING);
    }

    @Test
    void nothingIsAskedThatTheChartDoesNotGrant() {
        // Given
        Replica replica = new Replica();

        // When
        replica.look();

        // Then
        assertThat(new TreeSet<>(apiServer.faults().requests()))
                .isEqualTo(new TreeSet<>(Set.of(
                        "GET " + SECRET,
                        "PUT " + SECRET,
                        "GET " + MUTATING,
                        "PATCH " + MUTATING,
                        "GET " + VALIDATING,
                        "PATCH " + VALIDATING)));
    }

    @Test
    void aSecondReplicaServesWhatTheFirstHasIssued() {
        // Given
        Replica first = new Replica();
        first.look();
        Replica second = new Replica();

        // When
        second.look();

        // Then
        assertThat(second.serves()).isEqualTo(first.serves());
    }

    @Test
    void replicasThatStartAtOnceAgree() throws Exception {
        // Given
        int count = 4;
        CyclicBarrier together = new CyclicBarrier(count);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<Future<Replica>> starts = new ArrayList<>();

        // When
        for (int i = 0; i < count; i++) {
            Replica replica = new Replica();
            starts.add(threads.submit(() -> {
                together.await();
                replica.look();
                return replica;
            }));
        }
        List<Replica> replicas = new ArrayList<>();
        for (Future<Replica> start : starts) {
            replicas.add(start.get());
        }
        threads.shutdown();

        // Then
        assertThat(replicas)
                .extracting(Replica::serves)
                .containsOnly(replicas.get(0).serves());
        assertThat(caBundles()).containsExactly(decoded("ca.crt"));
    }

    @Test
    void aSecretThatSomebodyElseHasChangedIsNotOverwritten() {
        // Given
        StoredCertificates stored = new StoredCertificates(apiServer.client(), "system", "certificate");
        Secret early = stored.get().orElseThrow();
        new Replica().look();
        Map<String, String> before = stored();

        // When
        boolean isWritten = stored.put(early, IssuedCertificates.issue(null, HOSTS, now));

        // Then
        assertThat(isWritten).isFalse();
        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void theServingCertificateIsRenewedWithoutANewBundle() {
        // Given
        Replica replica = new Replica();
        replica.look();
        Set<String> before = caBundles();

        // When
        now = START.plus(Duration.ofDays(61));
        replica.look();

        // Then
        assertThat(replica.served).hasSize(2);
        assertThat(caBundles()).isEqualTo(before);
    }

    @Test
    void aNewAuthorityIsTrustedBeforeItsCertificateIsServed() {
        // Given
        Replica replica = new Replica();
        for (int day = 0; day < 243; day += 61) {
            now = START.plus(Duration.ofDays(day));
            replica.look();
        }
        String old = decoded("ca.crt");
        assertThat(replica.served).hasSize(4);

        // When
        now = START.plus(Duration.ofDays(244));
        boolean isDone = replica.look();

        // Then
        assertThat(isDone).isFalse();
        assertThat(replica.served).hasSize(4);
        assertThat(caBundles()).containsExactly(decoded("ca.crt") + old);
        assertThat(decoded("previous-ca.crt")).isEqualTo(old);

        // When
        boolean isDoneNow = replica.look();

        // Then
        assertThat(isDoneNow).isTrue();
        assertThat(replica.served).hasSize(5);
        assertThat(replica.problems).isEmpty();
    }

    @Test
    void anExpiredCertificateIsNotServedAnyLonger() {
        // Given
        Replica replica = new Replica();
        replica.look();

        // When
        now = START.plus(Duration.ofDays(400));
        replica.look();

        // Then
        assertThat(replica.served).hasSize(2);
        assertThat(Lifetime.isOver(replica.serves().certificate(), now)).isFalse();
    }

    @Test
    void aReplicaWhoseClockIsBehindTakesWhatTheOthersIssued() {
        // Given
        Replica first = new Replica();
        first.look();
        Replica behind = new Replica();

        // When
        now = START.minus(Duration.ofDays(2));
        boolean isFine = behind.look();

        // Then
        assertThat(isFine).isTrue();
        assertThat(behind.serves()).isEqualTo(first.serves());
        assertThat(apiServer.faults().count("PUT", SECRET)).isEqualTo(1);
    }

    @Test
    void withoutItsSecretTheLastCertificateIsServedOn() {
        // Given
        Replica replica = new Replica();
        replica.look();
        operator.secrets().inNamespace("system").withName("certificate").delete();

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.problems)
                .containsExactly("Secret system/certificate is missing: the last certificate is served on; restore it"
                        + " with helm upgrade");
    }

    @Test
    void aRestoredSecretGetsANewAuthorityWhileTheOldStaysTrusted() {
        // Given
        Replica replica = new Replica();
        replica.look();
        String old = decoded("ca.crt");
        operator.secrets().inNamespace("system").withName("certificate").delete();
        replica.look();
        createSecret();

        // When
        replica.look();
        boolean isDone = replica.look();

        // Then
        assertThat(isDone).isTrue();
        assertThat(replica.served).hasSize(2);
        assertThat(caBundles()).containsExactly(decoded("ca.crt") + old);
    }

    @Test
    void withoutASecretFromTheStartNothingIsServed() {
        // Given
        operator.secrets().inNamespace("system").withName("certificate").delete();
        Replica replica = new Replica();

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isFalse();
        assertThat(replica.served).isEmpty();
        assertThat(replica.problems)
                .containsExactly("Secret system/certificate is missing: there is no certificate to serve; restore it"
                        + " with helm upgrade");
    }

    @Test
    void aBundleThatSomebodyOverwroteIsWrittenAgain() {
        // Given
        Replica replica = new Replica();
        replica.look();
        operator.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("tolerant")
                .edit(found -> new MutatingWebhookConfigurationBuilder(found)
                        .editWebhook(1)
                        .editClientConfig()
                        .withCaBundle("bm90IG91cnM=")
                        .endClientConfig()
                        .endWebhook()
                        .build());

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isTrue();
        assertThat(caBundles()).containsExactly(decoded("ca.crt"));
        assertThat(replica.served).hasSize(1);
    }

    @Test
    void aSecretThatCannotBeReadIsReplacedAndSaid() {
        // Given
        operator.secrets()
                .inNamespace("system")
                .withName("certificate")
                .edit(found -> new SecretBuilder(found)
                        .withData(Map.of("ca.crt", "aGVsbG8="))
                        .build());
        Replica replica = new Replica();

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isTrue();
        assertThat(replica.problems)
                .containsExactly("Secret system/certificate: data.ca.crt cannot be read: no CERTIFICATE block;"
                        + " everything in it is issued anew");
        assertThat(caBundles()).containsExactly(decoded("ca.crt"));
    }

    @Test
    void aMissingRegistrationIsSaidAndTheCertificateServed() {
        // Given
        operator.admissionRegistration()
                .v1()
                .validatingWebhookConfigurations()
                .withName("tolerant")
                .delete();
        Replica replica = new Replica();

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.problems)
                .containsExactly("ValidatingWebhookConfiguration tolerant is missing: no caBundle can be written;"
                        + " restore it with helm upgrade");
    }

    @Test
    void anApiServerThatFailsChangesNothing() {
        // Given
        Replica replica = new Replica();
        replica.look();
        apiServer.faults().answer("GET", ".*", 503);

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.problems).hasSize(2).allMatch(sentence -> !sentence.contains("\n"));
    }

    @Test
    void aRightThatIsMissingIsSaid() {
        // Given
        apiServer.faults().answer("PUT", SECRET, 403);
        Replica replica = new Replica();

        // When
        boolean isFine = replica.look();

        // Then
        assertThat(isFine).isFalse();
        assertThat(replica.served).isEmpty();
        assertThat(replica.problems).singleElement().asString().startsWith("Secret system/certificate cannot be ");
    }

    private void createSecret() {
        operator.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("system")
                        .withName("certificate")
                        .endMetadata()
                        .withType("Opaque")
                        .build())
                .create();
    }

    private Map<String, String> stored() {
        return operator.secrets()
                .inNamespace("system")
                .withName("certificate")
                .get()
                .getData();
    }

    private String decoded(String key) {
        return decode(Objects.requireNonNull(stored().get(key), key));
    }

    private static String decode(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
    }

    /** The different bundles of all registrations that are there. */
    private Set<String> caBundles() {
        Set<String> bundles = new TreeSet<>();
        operator.admissionRegistration().v1().mutatingWebhookConfigurations().list().getItems().stream()
                .flatMap(configuration -> configuration.getWebhooks().stream())
                .forEach(webhook -> bundles.add(decode(webhook.getClientConfig().getCaBundle())));
        operator.admissionRegistration().v1().validatingWebhookConfigurations().list().getItems().stream()
                .flatMap(configuration -> configuration.getWebhooks().stream())
                .forEach(webhook -> bundles.add(decode(webhook.getClientConfig().getCaBundle())));
        return bundles;
    }
}
