package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Lifetime;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A certificate in a directory where a Secret of type kubernetes.io/tls is mounted; an unusable one replaces nothing. */
final class MountedCertificate implements CertificateSource {
    private static final Logger LOG = Logger.getLogger(MountedCertificate.class);

    private final Path certificates;
    private final Path key;
    private final List<String> hostNames;
    private final Clock clock;
    private final Consumer<ServingCertificate> server;
    private final Consumer<String> problems;
    private @Nullable ServingCertificate last;

    /** {@code server} receives each certificate to serve, {@code problems} a sentence for each problem. */
    MountedCertificate(
            Path directory,
            List<String> hostNames,
            Clock clock,
            Consumer<ServingCertificate> server,
            Consumer<String> problems) {
        this.certificates = directory.resolve("tls.crt");
        this.key = directory.resolve("tls.key");
        this.hostNames = List.copyOf(hostNames);
        this.clock = clock;
        this.server = server;
        this.problems = problems;
    }

    @Override
    public boolean look() {
        ServingCertificate found;
        try {
            found = new ServingCertificate(
                    Pem.certificates(Files.readString(certificates)), Pem.key(Files.readString(key)));
        } catch (IOException | CertificateException unreadable) {
            problems.accept(certificates + " and tls.key cannot be read as a certificate and its key: "
                    + unreadable.getMessage());
            return false;
        }
        Optional<String> fault = found.fault(hostNames, clock.instant());
        fault.ifPresent(reason -> problems.accept(certificates + " cannot be used: " + reason));
        // The first is served whatever it is, so that readiness can say what is wrong with it.
        if (fault.isPresent() && last != null) {
            return false;
        }
        if (!found.equals(last)) {
            server.accept(found);
            last = found;
            LOG.infof("serving the certificate in %s, valid until %s", certificates, Lifetime.end(found.certificate()));
        }
        return fault.isEmpty();
    }
}
