package dev.tolerant.server.certificate;

import static dev.tolerant.server.certificate.InstalledChart.HOSTS;
import static dev.tolerant.server.certificate.InstalledChart.SECRET;
import static dev.tolerant.server.certificate.InstalledChart.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.certificate.InstalledChart.Replica;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What replicas do when someone or something removes what they need. */
class CertificateTroubleTest {
    @AutoClose
    private final InstalledChart cluster = new InstalledChart();

    @Test
    void withoutItsSecretTheLastCertificateIsServedOn() {
        Replica replica = cluster.replica();
        replica.look();
        cluster.deleteSecret();

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.problems)
                .containsExactly("Secret system/certificate is missing: the last certificate stays in use; restore it"
                        + " with helm upgrade");
    }

    @Test
    void aRestoredSecretGetsANewAuthorityWhileTheOldStaysTrusted() {
        Replica replica = cluster.replica();
        replica.look();
        String old = cluster.decoded("ca.crt");
        cluster.deleteSecret();
        replica.look();
        cluster.createSecret();

        replica.look();
        boolean isDone = replica.look();

        assertThat(isDone).isTrue();
        assertThat(replica.served).hasSize(2);
        assertThat(cluster.caBundles()).containsExactly(cluster.decoded("ca.crt") + old);
    }

    @Test
    void withoutASecretFromTheStartNothingIsServed() {
        cluster.deleteSecret();
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).isEmpty();
        assertThat(replica.problems)
                .containsExactly("Secret system/certificate is missing: there is no certificate to serve; restore it"
                        + " with helm upgrade");
    }

    @Test
    void aBundleThatSomebodyOverwroteIsWrittenAgain() {
        Replica replica = cluster.replica();
        replica.look();
        trust("bm90IG91cnM=");

        boolean isFine = replica.look();

        assertThat(isFine).isTrue();
        assertThat(cluster.caBundles()).containsExactly(cluster.decoded("ca.crt"));
        assertThat(replica.served).hasSize(1);
    }

    private void trust(String caBundle) {
        cluster.operator()
                .admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("tolerant")
                .edit(found -> new MutatingWebhookConfigurationBuilder(found)
                        .editWebhook(1)
                        .editClientConfig()
                        .withCaBundle(caBundle)
                        .endClientConfig()
                        .endWebhook()
                        .build());
    }

    @Test
    void aSecretThatCannotBeReadIsReplacedAndSaid() {
        cluster.setSecret(Map.of("ca.crt", "aGVsbG8="));
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isTrue();
        assertThat(replica.problems)
                .containsExactly("Secret system/certificate: data.ca.crt cannot be read: there is no CERTIFICATE block;"
                        + " everything in it is issued again");
        assertThat(cluster.caBundles()).containsExactly(cluster.decoded("ca.crt"));
    }

    @Test
    void aMissingRegistrationIsSaidAndTheCertificateServed() {
        cluster.operator()
                .admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("tolerant")
                .delete();
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.problems)
                .containsExactly(
                        "the caBundle of MutatingWebhookConfiguration tolerant cannot be written: the object is missing;"
                                + " restore it with helm upgrade");
    }

    /** As when etcd is full, or somebody has taken the right away. */
    @Test
    void aReplicaThatStartsWhereNothingCanBeWrittenServesWhatIsStored() {
        cluster.replica().look();
        cluster.setTime(START.plus(Duration.ofDays(61)));
        cluster.apiServer().faults().answer("PUT", SECRET, 503);
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.serves().fault(HOSTS, START.plus(Duration.ofDays(61))))
                .isEmpty();
        assertThat(replica.problems).hasSize(1).allMatch(sentence -> sentence.contains("cannot be read or written"));
    }

    @Test
    void aStoredCertificateThatHasExpiredIsNotServedWhereNothingCanBeWritten() {
        cluster.replica().look();
        cluster.setTime(START.plus(Duration.ofDays(91)));
        cluster.apiServer().faults().answer("PUT", SECRET, 503);
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).isEmpty();
    }

    /** As while the API server answers one replica and not the other. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void aReplicaThatCannotReadOrRenewTheSecretLeavesAloneWhatOthersHaveMadeApiServersTrust(String method) {
        Replica late = cluster.replica();
        Replica other = cluster.replica();
        late.look();
        List<String> first = List.copyOf(cluster.caBundles());
        cluster.setSecret(Map.of());
        other.look();
        List<String> renewed = List.copyOf(cluster.caBundles());
        assertThat(renewed).isNotEqualTo(first);
        if (method.equals("PUT")) {
            cluster.setTime(START.plus(Duration.ofDays(91)));
        }
        cluster.apiServer().faults().answer(method, SECRET, 503);

        boolean isFine = late.look();

        assertThat(isFine).isFalse();
        assertThat(cluster.caBundles()).containsExactlyInAnyOrderElementsOf(renewed);
        assertThat(late.served).hasSize(1);
    }

    @Test
    void whereNothingIsTrustedTheLastAuthorityIsAlsoWithoutTheSecret() {
        Replica replica = cluster.replica();
        replica.look();
        cluster.deleteSecret();
        trust("");

        replica.look();

        assertThat(cluster.caBundles()).hasSize(1).doesNotContain("");
    }

    @Test
    void anApiServerThatFailsChangesNothing() {
        Replica replica = cluster.replica();
        replica.look();
        cluster.apiServer().faults().answer("GET", ".*", 503);

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).hasSize(1);
        assertThat(replica.problems).hasSize(2).allMatch(sentence -> !sentence.contains("\n"));
    }

    @Test
    void aRightThatIsMissingIsSaid() {
        cluster.apiServer().faults().answer("PUT", SECRET, 403);
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isFalse();
        assertThat(replica.served).isEmpty();
        assertThat(replica.problems).singleElement().asString().startsWith("Secret system/certificate cannot be ");
    }
}
