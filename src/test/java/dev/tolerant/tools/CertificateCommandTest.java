package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A certificate for a developer's machine. */
class CertificateCommandTest {
    @TempDir
    private Path directory;

    @Test
    void itIsForTheHostsThatAreAskedForAndItsBundleIsPrinted() throws IOException, GeneralSecurityException {
        CommandRun run = CommandRun.of(
                "certificate", "--host", "192.0.2.7", "--host", "dev.example.com", "--out", directory.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        X509Certificate authority =
                certificate(Base64.getMimeDecoder().decode(run.out().trim()));
        X509Certificate serving = certificate(Files.readAllBytes(directory.resolve("tls.crt")));
        serving.verify(authority.getPublicKey());
        assertThat(serving.getSubjectAlternativeNames().toString()).contains("192.0.2.7", "dev.example.com");
        assertThat(Files.readString(directory.resolve("tls.key"))).startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("tls.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void whatIsThereIsReplaced() throws IOException {
        String[] command = {"certificate", "--host", "localhost", "--out", directory.toString()};
        CommandRun.of(command);
        String before = Files.readString(directory.resolve("tls.key"));

        CommandRun run = CommandRun.of(command);

        assertThat(run.exitCode()).isZero();
        assertThat(Files.readString(directory.resolve("tls.key"))).isNotEqualTo(before);
    }

    @Test
    void aDirectoryThatCannotBeMadeIsNamedInOneLine() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        CommandRun run = CommandRun.of("certificate", "--host", "localhost", "--out", file.toString());

        assertThat(run).isEqualTo(new CommandRun(2, "", "certificate: " + file + " is not a directory\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://dev.example.com", "dev.example.com:8443", "a b", "-a", "", "10.0.0.0/8"})
    void aHostThatNobodyCanCallIsNamed(String host) {
        CommandRun run = CommandRun.of("certificate", "--host", host, "--out", directory.toString());

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "certificate: --host '" + host
                                + "' is neither a DNS name nor an IP address: leave out scheme, port and path\n"));
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "*.example.com", "2001:db8::7", "EXAMPLE-1.com"})
    void everyNameThatACertificateCanHaveIsTaken(String host) {
        assertThat(CommandRun.of("certificate", "--host", host, "--out", directory.toString())
                        .exitCode())
                .isZero();
    }

    @Test
    void withoutHostsItSaysWhatIsMissing() {
        CommandRun run = CommandRun.of("certificate", "--out", directory.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("certificate: Missing required option: '--host=NAME'");
    }

    private static X509Certificate certificate(byte[] pem) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }
}
