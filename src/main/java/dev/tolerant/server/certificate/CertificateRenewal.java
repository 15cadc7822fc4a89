package dev.tolerant.server.certificate;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the certificate that the program issues itself: renews it, agrees on it with the other replicas, makes API
 * servers trust it, and only then has it served. One thread looks, and waits for the API server.
 */
final class CertificateRenewal {
    private static final Logger LOG = Logger.getLogger(CertificateRenewal.class);
    /** Every conflict is another replica's success, so a few are enough. */
    private static final int TRIES = 5;

    private final CertificateSecret stored;
    private final Optional<WebhookConfiguration> configuration;
    private final List<String> hostNames;
    private final ServedCertificate served;
    private final Consumer<String> problems;
    private @Nullable SharedCertificates agreed;
    /** True once this look has read what is agreed: else another replica may have agreed on something newer. */
    private boolean isCurrent;
    /** The caBundle that the last check found in place or wrote. */
    private String lastBundle = "";

    CertificateRenewal(
            CertificateSecret stored,
            Optional<WebhookConfiguration> configuration,
            List<String> hostNames,
            ServedCertificate served,
            Consumer<String> problems) {
        this.stored = stored;
        this.configuration = configuration;
        this.hostNames = List.copyOf(hostNames);
        this.served = served;
        this.problems = problems;
    }

    /** Looks once, and does what is due; false if something went wrong or is not finished, so that the next look should be soon. */
    boolean look(Instant now) {
        isCurrent = false;
        boolean isFine = agree(now);
        return agreed != null && trustAndServe(agreed, now) && isFine;
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
            problems.accept(stored + " cannot be read or written: " + why(failed));
        }
        return false;
    }

    /** Takes what is in the Secret, or puts something newer there; false if another replica was faster. */
    private boolean agreeOn(Secret secret, Instant now) {
        SharedCertificates found = read(secret);
        SharedCertificates wanted = found == null ? issue(now) : found.renewed(hostNames, now);
        if (wanted != found) {
            if (found != null && found.isUsable(hostNames, now)) {
                // Where it cannot be replaced, what is stored is still better than nothing, or than something older.
                agree(found);
            }
            if (!stored.put(secret, wanted)) {
                return false;
            }
            LOG.infof(
                    "issued a new serving certificate, valid until %s",
                    wanted.serving().end());
        }
        agree(wanted);
        return true;
    }

    private void agree(SharedCertificates certificates) {
        agreed = certificates;
        isCurrent = true;
    }

    private @Nullable SharedCertificates read(Secret secret) {
        try {
            return CertificateSecret.certificates(secret).orElse(null);
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
        boolean isInPlace = true;
        boolean isKnown = false;
        try {
            boolean wasTrusted =
                    configuration.map(own -> own.trusts(caBundle, isCurrent)).orElse(true);
            isKnown = wasTrusted && caBundle.equals(lastBundle);
        } catch (KubernetesClientException failed) {
            problems.accept("the caBundle of " + configuration.orElseThrow() + " cannot be written: " + why(failed));
            isInPlace = false;
        }
        lastBundle = isInPlace ? caBundle : "";
        if (isKnown
                || served.get()
                        .map(old -> certificates.authority().hasSigned(old.certificate()) || old.isOver(now))
                        .orElse(true)) {
            served.serve(certificates.serving());
        }
        return isInPlace && served.get().equals(Optional.of(certificates.serving()));
    }

    /** Without an answer the client's own message says nothing of what went wrong. */
    private static String why(KubernetesClientException failed) {
        Throwable cause = failed.getCause();
        return String.valueOf(failed.getCode() == 0 && cause != null ? cause.getMessage() : failed.getMessage());
    }
}
