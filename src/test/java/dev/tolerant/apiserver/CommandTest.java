package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands that start the servers for tests against a real API server. */
class CommandTest {
    private static final Certificates CERTIFICATES =
            new Certificates(Path.of("/t/ca.crt"), Path.of("/t/tls.crt"), Path.of("/t/tls.key"));

    @Test
    void etcdListensOnLoopbackAloneAndAgreesWithItself() {
        List<String> command =
                Etcd.command(Path.of("/b/etcd"), Path.of("/t/etcd"), "http://127.0.0.1:1", "http://127.0.0.1:2");

        assertThat(command)
                .startsWith("/b/etcd")
                .contains(
                        "--data-dir=/t/etcd",
                        "--listen-client-urls=http://127.0.0.1:1",
                        "--advertise-client-urls=http://127.0.0.1:1",
                        "--listen-peer-urls=http://127.0.0.1:2",
                        "--initial-advertise-peer-urls=http://127.0.0.1:2",
                        "--name=test",
                        "--initial-cluster=test=http://127.0.0.1:2");
    }

    @Test
    void theApiServerListensOnLoopbackWithoutServiceAccountAdmission() {
        List<String> command = ApiServer.command(
                Path.of("/b/kube-apiserver"),
                Path.of("/t/scratch"),
                Path.of("/t/tokens.csv"),
                "http://127.0.0.1:1",
                CERTIFICATES,
                3);

        assertThat(command)
                .startsWith("/b/kube-apiserver")
                .contains(
                        "--etcd-servers=http://127.0.0.1:1",
                        "--bind-address=127.0.0.1",
                        "--advertise-address=127.0.0.1",
                        "--secure-port=3",
                        "--token-auth-file=/t/tokens.csv",
                        "--service-account-issuer=https://127.0.0.1:3/",
                        "--service-account-key-file=/t/tls.crt",
                        "--service-account-signing-key-file=/t/tls.key",
                        "--disable-admission-plugins=ServiceAccount");
    }

    @Test
    void theProgramServesHttpsFromMountedFilesAlone() {
        List<String> command = ProgramUnderTest.command(4, 5, CERTIFICATES.settings());

        assertThat(command)
                .contains(
                        "-Dquarkus.http.insecure-requests=disabled",
                        "-Dquarkus.http.ssl-port=4",
                        "-Dquarkus.management.port=5",
                        "-Dtolerant.certificate.directory=/t",
                        "-Dquarkus.http.tls-configuration-name=webhook")
                .endsWith(
                        "-jar",
                        Path.of("target", "quarkus-app", "quarkus-run.jar").toString());
    }

    @Test
    void aUserIsALineOfTokenNameUidAndGroups() {
        String masters = new User("admin", "secret", List.of("system:masters", "staff")).line();
        String nobody = new User("tolerant", "secret", List.of()).line();

        assertThat(masters).isEqualTo("secret,admin,admin,\"system:masters,staff\"\n");
        assertThat(nobody).isEqualTo("secret,tolerant,tolerant\n");
    }

    @Test
    void portsAreNotGivenTwice() {
        FreePorts ports = FreePorts.find(3);

        List<Integer> given = List.of(ports.next(), ports.next(), ports.next());

        assertThat(given).doesNotHaveDuplicates().allMatch(port -> port > 0);
    }
}
