package dev.tolerant.tools.doctor;

import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.io.ByteArrayInputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Checks that the API server can trust what the program serves, and for how long. */
final class CertificateChecks {
    private static final String RENEW =
            "see the program's log, which names what keeps it from renewing; the issuer of a mounted certificate has to renew it";
    /** Renewals are due after two thirds of a life, so with less left something keeps them from happening. */
    private static final Duration LATE = Duration.ofDays(14);

    private CertificateChecks() {}

    static CheckResult bundles(Installation installation) throws UnansweredException {
        List<Webhook> ours = installation.ownWebhooks();
        if (ours.isEmpty()) {
            throw installation.unregistered("nothing is registered");
        }
        Instant now = installation.clusterObjects().at();
        List<String> bad = new ArrayList<>();
        Instant end = Instant.MAX;
        for (Webhook hook : ours) {
            try {
                Instant own = end(hook.caBundle());
                end = own.isBefore(end) ? own : end;
                if (own.isBefore(now)) {
                    bad.add(hook.title() + ": all of its certificates have expired");
                }
            } catch (CertificateException unusable) {
                bad.add(hook.title() + ": " + unusable.getMessage());
            }
        }
        if (!bad.isEmpty()) {
            return CheckResult.failed(
                            "the API server cannot trust the program: its calls fail",
                            "if the program issues its certificates, see its log; else put the authority's certificate"
                                    + " into the registration, or have cert-manager inject it")
                    .with(bad);
        }
        Duration left = Duration.between(now, end);
        String until = left.toDays() + " more days";
        return left.compareTo(LATE) < 0
                ? CheckResult.warning("each webhook has one, but the API server trusts it only for " + until, RENEW)
                : CheckResult.passed("each webhook has one, which is good for " + until);
    }

    /** An older certificate may stay beside its successor: the last counts. The registration has them as PEM in Base64. */
    private static Instant end(String base64) throws CertificateException {
        if (base64.isEmpty()) {
            throw new CertificateException("it has none");
        }
        return certificates(base64).stream()
                .map(certificate ->
                        ((X509Certificate) certificate).getNotAfter().toInstant())
                .max(Comparator.naturalOrder())
                .orElseThrow(() -> new CertificateException("it has no certificate"));
    }

    private static Collection<? extends Certificate> certificates(String base64) throws CertificateException {
        try {
            byte[] pem = Base64.getMimeDecoder().decode(base64);
            return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
        } catch (IllegalArgumentException notBase64) {
            throw new CertificateException("it is not Base64", notBase64);
        } catch (CertificateException unreadable) {
            throw new CertificateException("it is not a certificate in PEM", unreadable);
        }
    }
}
