package dev.tolerant.server.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.testing.WholeProgram;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

/** What clients, probes and metrics see of the certificate that is served. */
class ServedCertificateTest {
    private final Instant now = Instant.now();
    private final Authority authority = Authority.create(now);
    private final ServingCertificate first = authority.issue(List.of("localhost"), now);
    private final ServingCertificate second = authority.issue(List.of("localhost"), now);
    private final ServedCertificate served = new ServedCertificate();

    @Test
    void eachHandshakeShowsTheNewestCertificateOnThePortThatWasOpenBefore() throws Exception {
        served.serve(first);
        try (SSLServerSocket port = port()) {
            Certificate before = shown(port);
            served.serve(second);
            Certificate after = shown(port);

            assertThat(before).isEqualTo(first.certificate());
            assertThat(after).isEqualTo(second.certificate());
        }
    }

    private SSLServerSocket port() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            KeyManager[] keys = served.keyStore()
                    .getKeyStore(vertx)
                    .options
                    .getKeyManagerFactory(vertx)
                    .getKeyManagers();
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys, null, null);
            return (SSLServerSocket)
                    tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        } finally {
            vertx.close();
        }
    }

    private Certificate shown(SSLServerSocket port) throws Exception {
        CompletableFuture<Void> answer = CompletableFuture.runAsync(() -> accept(port));
        try (SSLSocket client = (SSLSocket)
                trust().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port.getLocalPort())) {
            client.startHandshake();
            answer.join();
            return client.getSession().getPeerCertificates()[0];
        }
    }

    private static void accept(SSLServerSocket port) {
        try (SSLSocket connection = (SSLSocket) port.accept()) {
            connection.startHandshake();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private SSLContext trust() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, factory.getTrustManagers(), null);
        return tls;
    }

    @Test
    void withoutACertificateItIsNotReady() {
        HealthCheckResponse response = readiness("localhost");

        assertThat(response.getStatus()).isEqualTo(Status.DOWN);
        assertThat(response.getData().orElseThrow())
                .containsExactly(Map.entry("reason", "there is no certificate yet"));
    }

    @Test
    void withAValidCertificateItIsReadyAndSaysWhichAndUntilWhen() {
        served.serve(first);

        HealthCheckResponse response = readiness("localhost");

        assertThat(response.getStatus()).isEqualTo(Status.UP);
        assertThat(response.getData().orElseThrow())
                .containsOnly(Map.entry("notAfter", first.end().toString()), Map.entry("serial", first.serial()));
    }

    @Test
    void withACertificateForAnotherHostItIsNotReadyAndSaysSo() {
        served.serve(first);

        HealthCheckResponse response = readiness("tolerant.svc");

        assertThat(response.getStatus()).isEqualTo(Status.DOWN);
        assertThat(response.getData().orElseThrow()).containsEntry("reason", "it is not for tolerant.svc");
    }

    @Test
    void withPlainHttpItIsReadyWithoutOne() {
        assertThat(served.readiness(WholeProgram.config(Map.of())).call().getStatus())
                .isEqualTo(Status.UP);
    }

    private HealthCheckResponse readiness(String host) {
        return served.readiness(
                        WholeProgram.config(Map.of("certificate.mode", "mounted", "certificate.host-names", host)))
                .call();
    }

    @Test
    void theMetricIsTheEndOfWhatIsServed() {
        SimpleMeterRegistry metrics = new SimpleMeterRegistry();
        served.register(metrics);
        Gauge end = metrics.get("tolerant.certificate.not.after.seconds").gauge();
        double before = end.value();

        served.serve(authority.issue(List.of("localhost"), now.minus(Duration.ofDays(30))));

        assertThat(before).isNaN();
        assertThat(end.value()).isEqualTo(now.plus(Duration.ofDays(60)).getEpochSecond());
    }
}
