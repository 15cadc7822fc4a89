package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Lifetime;
import dev.tolerant.certificate.ServingCertificate;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the certificate that the program issues itself: renews it, agrees on it with the other replicas, makes API
 * servers trust it, and only then hands it to the server.
 */
final class CertificateKeeper implements CertificateSource {
    private static final Logger LOG = Logger.getLogger(CertificateKeeper.class);
    /** Every conflict is another replica's success, so a few are enough. */
    private static final int TRIES = 5;

    private final CertificateSecret stored;
    private final WebhookConfigurations configurations;
    private final List<String> hostNames;
    private final Clock clock;
    private final Consumer<ServingCertificate> server;
    private final Consumer<String> problems;
    private @Nullable SharedCertificates agreed;
    private @Nullable ServingCertificate served;
    private String lastBundle = "";
    /** Whether the last look has read what is agreed: else another replica may have agreed on something newer. */
    private boolean current;

    /** {@code server} receives each certificate to serve, {@code problems} a sentence for each problem. */
    CertificateKeeper(
            CertificateSecret stored,
            WebhookConfigurations configurations,
            List<String> hostNames,
            Clock clock,
            Consumer<ServingCertificate> server,
            Consumer<String> problems) {
        this.stored = stored;
        this.configurations = configurations;
        this.hostNames = List.copyOf(hostNames);
        this.clock = clock;
        this.server = server;
        this.problems = problems;
    }

    @Override
    public boolean look() {
        Instant now = clock.instant();
        current = false;
        boolean isFine = agree(now);
        if (agreed == null) {
            return false;
        }
        return trustAndServe(agreed, now) && isFine;
    }

    /** Without the Secret nothing is renewed: replicas that cannot agree would trust different authorities. */
    private boolean agree(Instant now) {
        try {
            for (int i = 0; i < TRIES; i++) {
                Optional<Secret> secret = stored.get();
                if (secret.isEmpty()) {
                    problems.accept(stored + " is missing: "
                            + (agreed == null
                                    ? "there is no certificate to serve"
                                    : "the last certificate stays in use")
                            + "; restore it with helm upgrade");
                    return false;
                }
                if (agreeOn(secret.get(), now)) {
                    return true;
                }
            }
            problems.accept(stored + " changed at every attempt to write it");
        } catch (KubernetesClientException failed) {
            problems.accept(stored + " cannot be read or written: " + ApiFailure.why(failed));
        }
        return false;
    }

    /** Takes what is in the Secret, or puts something newer there; false if another replica was faster. */
    private boolean agreeOn(Secret secret, Instant now) {
        SharedCertificates found = read(secret);
        SharedCertificates wanted = found == null ? issue(now) : found.renewed(hostNames, now);
        if (wanted != found) {
            if (found != null && isUsable(found, now)) {
                // Where it cannot be replaced, what is stored is still better than nothing, or than something older.
                agreed = found;
                current = true;
            }
            if (!stored.put(secret, wanted)) {
                return false;
            }
            LOG.infof(
                    "issued a new serving certificate, valid until %s",
                    Lifetime.end(wanted.serving().certificate()));
        }
        agreed = wanted;
        current = true;
        return true;
    }

    private boolean isUsable(SharedCertificates found, Instant now) {
        ServingCertificate serving = found.serving();
        return serving.fault(hostNames, now).isEmpty() && found.authority().hasSigned(serving.certificate());
    }

    private @Nullable SharedCertificates read(Secret secret) {
        try {
            return SecretData.read(secret.getData()).orElse(null);
        } catch (CertificateException unreadable) {
            problems.accept(stored + ": " + unreadable.getMessage() + "; everything in it is issued again");
            return null;
        }
    }

    /** An emptied Secret asks for new certificates; the authority so far stays trusted. */
    private SharedCertificates issue(Instant now) {
        return SharedCertificates.issue(
                agreed == null ? null : agreed.authority().certificate(), hostNames, now);
    }

    /**
     * API servers learn of a new authority a moment after it has been written, so this replica serves a certificate of it
     * only after two looks that found it in place, or wrote it. It serves the first certificate, and one of an authority that
     * is trusted already, at once. What was agreed before is written only where nothing is trusted at all.
     */
    private boolean trustAndServe(SharedCertificates certificates, Instant now) {
        String caBundle = certificates.caBundle(now);
        WebhookConfigurations.Outcome outcome = configurations.trust(caBundle, current);
        outcome.changed().forEach(name -> LOG.infof("wrote the caBundle of %s", name));
        outcome.problems().forEach(problems);
        boolean isInPlace = outcome.problems().isEmpty();
        boolean isKnown = isInPlace && outcome.changed().isEmpty() && caBundle.equals(lastBundle);
        lastBundle = isInPlace ? caBundle : "";
        if (served == null
                || isKnown
                || certificates.authority().hasSigned(served.certificate())
                || Lifetime.isOver(served.certificate(), now)) {
            serve(certificates.serving());
        }
        return isInPlace && certificates.serving().equals(served);
    }

    private void serve(ServingCertificate certificate) {
        if (served == null || !served.certificate().equals(certificate.certificate())) {
            server.accept(certificate);
        }
        served = certificate;
    }
}
