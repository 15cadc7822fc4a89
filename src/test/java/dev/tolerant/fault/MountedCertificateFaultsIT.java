package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What can become of a mounted certificate while reviews arrive: no review fails whose connection came about. */
@Tag("alone")
@ExtendWith(FaultTable.class)
class MountedCertificateFaultsIT {
    private static final int MORE = 100;

    @TempDir
    private Path directory;

    @Test
    void filesThatCannotBeUsedReplaceNothingAndGoodOnesAreServed(FaultTable.Rows table) throws Exception {
        // Given
        MountedFiles files = MountedFiles.in(directory);
        ServingCertificate good = files.issued(Instant.now());
        ServingCertificate other = files.issued(Instant.now());
        try (RunningProgram program = start("mounted-files", files);
                ApiServers apiServers = ApiServers.asking(program.mutate())) {
            apiServers.awaitMore(MORE);

            // When
            files.mount(Pem.of(good.certificate()), Pem.of(other.key()));
            awaitProblem(program, "the private key is not the certificate's");
            apiServers.awaitMore(MORE);
            files.empty();
            awaitProblem(program, "cannot be read as a certificate and its key");
            apiServers.awaitMore(MORE);
            files.mount("", "");
            awaitProblem(program, "there is no CERTIFICATE block");
            apiServers.awaitMore(MORE);
            files.mount(files.ending(Duration.ofHours(-1)));
            awaitProblem(program, "it expired at");
            apiServers.awaitMore(MORE);
            assertThat(program.isReady()).isTrue();
            serve(good, files, program, apiServers);

            // Then
            assertNothingFailed(
                    "mounted certificate: wrong key, missing, empty, expired, renewed", program, apiServers, table);
        }
    }

    @Test
    @Tag("faults")
    void certificatesOfAClockThatIsADayOffEitherWayAreServed(FaultTable.Rows table) throws Exception {
        // Given
        MountedFiles files = MountedFiles.in(directory);
        ServingCertificate ahead = files.issued(Instant.now().plus(Duration.ofDays(1)));
        ServingCertificate behind = files.issued(Instant.now().minus(Duration.ofDays(1)));
        try (RunningProgram program = start("mounted-clock", files);
                ApiServers apiServers = ApiServers.asking(program.mutate())) {
            apiServers.awaitMore(MORE);

            // When
            serve(ahead, files, program, apiServers);
            serve(behind, files, program, apiServers);

            // Then
            assertNothingFailed(
                    "mounted certificate of a clock that is a day ahead, then a day behind",
                    program,
                    apiServers,
                    table);
        }
    }

    @Tag("faults")
    @Test
    void aCertificateThatExpiresFailsNoReviewOnConnectionsThatApiServersHave(FaultTable.Rows table) throws Exception {
        // Given
        MountedFiles files = MountedFiles.in(directory);
        ServingCertificate renewed = files.issued(Instant.now());
        try (RunningProgram program = start("mounted-expiry", files);
                ApiServers apiServers = ApiServers.asking(program.mutate())) {
            apiServers.awaitMore(MORE);
            ServingCertificate ending = files.ending(Duration.ofSeconds(10));
            files.mount(ending);
            awaitServed(program, ending);

            // When
            await("the end of the certificate")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> !program.isReady());
            apiServers.keeping().awaitAnswered(apiServers.keeping().answered() + MORE);
            files.mount(renewed);
            awaitServed(program, renewed);
            await("the program to be ready").atMost(Duration.ofSeconds(10)).until(program::isReady);
            apiServers.awaitMore(MORE);
            Answers kept = apiServers.keeping().stop();
            Answers anew = apiServers.reconnecting().stop();
            table.add(Row.of("mounted certificate expires, and is renewed", "4 connections that are kept", kept));
            table.add(Row.ofAccepted("the same", "a connection for each review", anew));

            // Then
            assertThat(kept.failures()).isEmpty();
            assertThat(anew.failed()).isZero();
            program.assertUnharmed();
        }
    }

    private static RunningProgram start(String name, MountedFiles files) {
        return RunningProgram.startWith(
                name,
                Map.of(
                        "tolerant.policies.source", "none",
                        "tolerant.certificate.mode", "mounted",
                        "tolerant.certificate.host-names", "127.0.0.1",
                        "tolerant.certificate.directory", files.path().toString(),
                        "tolerant.certificate.poll-period", "500ms"),
                files.authority());
    }

    private static void serve(
            ServingCertificate certificate, MountedFiles files, RunningProgram program, ApiServers apiServers)
            throws Exception {
        files.mount(certificate);
        awaitServed(program, certificate);
        apiServers.awaitMore(MORE);
    }

    private static void assertNothingFailed(
            String fault, RunningProgram program, ApiServers apiServers, FaultTable.Rows table) throws Exception {
        Answers answers = apiServers.stop();
        table.add(Row.of(fault, "6 connections", answers));
        assertThat(answers.failures()).isEmpty();
        program.assertUnharmed();
    }

    private static void awaitProblem(RunningProgram program, String problem) {
        await(problem)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> program.log().contains(problem));
    }

    /** The readiness check says which certificate is served. */
    private static void awaitServed(RunningProgram program, ServingCertificate certificate) {
        String serial = certificate.certificate().getSerialNumber().toString(16);
        await("the certificate to be served")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> program.readiness().contains(serial));
    }
}
