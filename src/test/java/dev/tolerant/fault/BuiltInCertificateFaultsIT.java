package dev.tolerant.fault;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.certificate.InstalledChart;
import dev.tolerant.testing.Certificates;
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
    private static final List<String> HOSTS = List.of("127.0.0.1");
    private static final Pattern SERIAL = Pattern.compile("\"serial\": ?\"(\\w+)\"");

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
        cluster.setSecret(Map.of());
        awaitAnotherCertificate();
        cluster.deleteSecret();
        waitingFor("the problem to be said").until(() -> program.log().contains("is missing"));
        apiServers.awaitMore(MORE);
        cluster.createSecret();
        awaitAnotherCertificate();
        cluster.setSecret(Map.of("tls.crt", "bm9uc2Vuc2U="));
        awaitAnotherCertificate();
        cluster.exchangeKey(HOSTS);
        awaitAnotherCertificate();

        assertThatNoReviewFailed("Secret emptied, deleted, restored, with nonsense, with a wrong key", table);
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
        waitingFor("another certificate to be served").until(() -> !served().equals(serial));
        serial = served();
        apiServers.awaitMore(MORE);
    }
}
