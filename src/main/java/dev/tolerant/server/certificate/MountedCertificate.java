package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A certificate in a directory where a Secret of type kubernetes.io/tls is mounted; an unusable one replaces nothing.
 * Immutable; one thread looks, because it reads files.
 */
final class MountedCertificate {
    private final Path certificates;
    private final Path key;
    private final List<String> hostNames;
    private final ServedCertificate served;
    private final Consumer<String> problems;

    /** {@code problems} receives a sentence for each problem. */
    MountedCertificate(Path directory, List<String> hostNames, ServedCertificate served, Consumer<String> problems) {
        this.certificates = directory.resolve("tls.crt");
        this.key = directory.resolve("tls.key");
        this.hostNames = List.copyOf(hostNames);
        this.served = served;
        this.problems = problems;
    }

    /** Looks once, and serves what is there; false if it is not usable. */
    boolean look(Instant now) {
        ServingCertificate found;
        try {
            found = new ServingCertificate(
                    Pem.certificates(Files.readString(certificates)), Pem.key(Files.readString(key)));
        } catch (IOException | CertificateException unreadable) {
            problems.accept(certificates + " and tls.key cannot be read as a certificate and its key: "
                    + unreadable.getMessage());
            return false;
        }
        Optional<String> fault = found.fault(hostNames, now);
        fault.ifPresent(reason -> problems.accept(certificates + " cannot be used: " + reason));
        // The first is served whatever it is, so that readiness can say what is wrong with it.
        if (fault.isEmpty() || served.get().isEmpty()) {
            served.serve(found);
        }
        return fault.isEmpty();
    }
}
