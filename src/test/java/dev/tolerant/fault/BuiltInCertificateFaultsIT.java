package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.apiserver.Certificates;
import dev.tolerant.server.certificate.InstalledChart;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What can become of the Secret in which the program keeps its certificate while reviews arrive: no review fails whose connection
 * came about, and as long as a certificate is valid, every connection does.
 */
@Tag("alone")
@Tag("faults")
@ExtendWith(FaultTable.class)
class BuiltInCertificateFaultsIT {
    private static final int MORE = 100;
    private static final Duration LIFE = Duration.ofDays(90);
    private static final List<String> HOSTS = List.of("127.0.0.1");
    private static final Pattern SERIAL = Pattern.compile("\"serial\": ?\"(\\w+)\"");
    private static final String SECRET = ".*/secrets/" + InstalledChart.SECRET_NAME;

    private final InstalledChart cluster = new InstalledChart();
    private RunningProgram program;
    private LearnedTrust trust;
    private ApiServers apiServers;
    private String serial;

    @BeforeEach
    void start() throws Exception {
        program = RunningProgram.startWith(
                "built-in",
                settings(),
                () -> Certificates.trustManager(cluster.caBundles().iterator().next()));
        trust = new LearnedTrust(cluster);
        apiServers = ApiServers.asking(program.mutate().trusting(trust));
        serial = served();
        apiServers.awaitMore(MORE);
    }

    @AfterEach
    void stop() throws Exception {
        apiServers.close();
        trust.close();
        program.close();
        cluster.close();
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(cluster.settings());
        settings.put("tolerant.policies.source", "none");
        settings.put("tolerant.certificate.host-names", HOSTS.get(0));
        settings.put("tolerant.certificate.poll-period", "5s");
        return settings;
    }

    @Test
    void anEmptiedADeletedAndAForeignSecretFailNoReview(FaultTable.Rows table) throws Exception {
        // When
        cluster.setSecret(Map.of());
        awaitAnotherCertificate();
        cluster.deleteSecret();
        await("the problem to be said")
                .atMost(Duration.ofSeconds(30))
                .until(() -> program.log().contains("is missing"));
        apiServers.awaitMore(MORE);
        cluster.createSecret();
        awaitAnotherCertificate();
        cluster.setSecret(Map.of("tls.crt", "bm9uc2Vuc2U="));
        awaitAnotherCertificate();
        cluster.exchangeKey(HOSTS);
        awaitAnotherCertificate();

        // Then
        assertThatNoReviewFailed("Secret emptied, deleted, restored, with nonsense, with a wrong key", table);
    }

    @Test
    void clocksThatAreADayOffEitherWayFailNoReview(FaultTable.Rows table) throws Exception {
        // When
        cluster.issueAnew(HOSTS, Instant.now().plus(Duration.ofDays(1)));
        awaitAnotherCertificate();
        cluster.issueAnew(HOSTS, Instant.now().minus(Duration.ofDays(1)));
        awaitAnotherCertificate();
        cluster.setSecret(Map.of());
        awaitAnotherCertificate();
        apiServers.awaitMore(MORE);
        for (int days : new int[] {-1, 1}) {
            Target elsewhere =
                    program.mutate().trusting(() -> Certificates.trustManager(trust.bundle(), Duration.ofDays(days)));
            try (ApiServers moved = ApiServers.asking(elsewhere)) {
                moved.awaitMore(MORE);
                assertThat(moved.stop().failures()).isEmpty();
            }
        }

        // Then
        assertThatNoReviewFailed("the clock of another replica, then of API servers, a day off either way", table);
    }

    @Test
    void aCertificateThatExpiresWhileItCannotBeRenewedFailsNoReviewOnConnectionsThatApiServersHave(
            FaultTable.Rows table) throws Exception {
        // Given
        cluster.apiServer().faults().answer("PUT", SECRET, 503);
        cluster.issueAgain(HOSTS, Instant.now().minus(LIFE).plusSeconds(20));
        awaitAnotherCertificate();

        // When
        await("the end of the certificate")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> !program.isReady());
        apiServers.keeping().awaitAnswered(apiServers.keeping().answered() + MORE);
        cluster.apiServer().faults().heal();
        awaitAnotherCertificate();
        await("the program to be ready").atMost(Duration.ofSeconds(10)).until(program::isReady);
        apiServers.awaitMore(MORE);
        Answers kept = apiServers.keeping().stop();
        Answers anew = apiServers.reconnecting().stop();
        table.add(
                Row.of("certificate expires while the Secret cannot be written", "4 connections that are kept", kept));
        table.add(Row.ofAccepted("the same", "a connection for each review", anew));

        // Then
        assertThat(kept.failures()).isEmpty();
        assertThat(anew.failed()).isZero();
        program.assertUnharmed();
    }

    private void assertThatNoReviewFailed(String fault, FaultTable.Rows table) throws Exception {
        Answers answers = apiServers.stop();
        table.add(Row.of(fault, "6 connections", answers));
        assertThat(answers.failures()).isEmpty();
        program.assertUnharmed();
    }

    private String served() throws Exception {
        Matcher found = SERIAL.matcher(program.readiness());
        return found.find() ? found.group(1) : "";
    }

    private void awaitAnotherCertificate() throws Exception {
        await("another certificate to be served")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> !served().equals(serial));
        serial = served();
        apiServers.awaitMore(MORE);
    }
}
