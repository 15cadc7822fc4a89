package dev.tolerant.tools;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a certificate for a developer's machine, so that a cluster can call dev mode there. */
@Command(
        name = "certificate",
        hidden = true,
        description = "Makes a certificate with which a cluster can call this machine, and prints its caBundle.",
        exitCodeList = {"0:the files are written", ExitCode.CANNOT_BE_USED},
        footer = {
            "",
            "Example:",
            "  tolerant certificate --host 192.168.1.5 --host dev.example.com --out target/certificate"
        })
final class CertificateCommand extends ToolCommand {
    @Option(
            names = "--host",
            required = true,
            paramLabel = "NAME",
            description = "A DNS name or IP address under which the cluster reaches this machine; may be repeated.")
    private List<String> hosts;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where ca.crt, tls.crt and tls.key are written; existing files are replaced.")
    private Path directory;

    @Override
    ExitCode run(Messages messages) throws IOException, InputException {
        for (String host : hosts) {
            if (!Authority.isHostName(host)) {
                throw new InputException("--host '" + host
                        + "' is neither a DNS name nor an IP address: leave out scheme, port and path");
            }
        }
        Instant now = Instant.now();
        Authority authority = Authority.create(now);
        ServingCertificate serving = authority.issue(hosts, now);
        String trusted = Pem.of(authority.certificate());
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("ca.crt"), trusted);
        Files.writeString(directory.resolve("tls.crt"), Pem.of(serving.certificate()));
        writeKey(Pem.of(serving.key()));
        out().println(Base64.getEncoder().encodeToString(trusted.getBytes(StandardCharsets.US_ASCII)));
        return ExitCode.FINE;
    }

    /** Only the owner may read the key, where files have such permissions. */
    private void writeKey(String key) throws IOException {
        Path file = directory.resolve("tls.key");
        Files.deleteIfExists(file);
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, key);
    }
}
