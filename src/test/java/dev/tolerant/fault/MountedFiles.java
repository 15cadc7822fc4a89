package dev.tolerant.fault;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The directory in which a program finds its certificate, and which a kubelet replaces as a whole. */
final class MountedFiles {
    private static final List<String> HOSTS = List.of("127.0.0.1", "localhost");

    private final Path directory;
    private final Path mount;
    private final Authority authority;
    private int versions;

    private MountedFiles(Path directory, Authority authority) {
        this.directory = directory;
        this.mount = directory.resolve("mount");
        this.authority = authority;
    }

    /** A mount with a good certificate of a new authority. */
    static MountedFiles in(Path directory) throws IOException {
        // An authority that is old enough to have issued certificates that end about now.
        MountedFiles files =
                new MountedFiles(directory, Authority.create(Instant.now().minus(Duration.ofDays(100))));
        Files.writeString(files.authority(), Pem.of(files.authority.certificate()));
        files.mount(files.issued(Instant.now()));
        return files;
    }

    Path path() {
        return mount;
    }

    /** The file with the authority, which does not change. */
    Path authority() {
        return directory.resolve("ca.crt");
    }

    /** A certificate that was issued then, and is valid for ninety days. */
    ServingCertificate issued(Instant then) {
        return authority.issue(HOSTS, then);
    }

    /** A certificate that ends after so long. */
    ServingCertificate ending(Duration after) {
        return issued(Instant.now().minus(Duration.ofDays(90)).plus(after));
    }

    void mount(ServingCertificate certificate) throws IOException {
        mount(Pem.of(certificate.certificate()), Pem.of(certificate.key()));
    }

    /** Replaces one symbolic link, so that a reader never sees a mix of old and new files. */
    void mount(String certificate, String key) throws IOException {
        Path version = Files.createDirectory(directory.resolve("version-" + ++versions));
        Files.writeString(version.resolve("tls.crt"), certificate);
        Files.writeString(version.resolve("tls.key"), key);
        swap(version);
    }

    /** What is left of a mount when its Secret has lost its data. */
    void empty() throws IOException {
        swap(Files.createDirectory(directory.resolve("version-" + ++versions)));
    }

    private void swap(Path version) throws IOException {
        Path next = Files.createSymbolicLink(directory.resolve("next"), version.toAbsolutePath());
        Files.move(next, mount, StandardCopyOption.ATOMIC_MOVE);
    }
}
