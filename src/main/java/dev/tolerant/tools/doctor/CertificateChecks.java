package dev.tolerant.tools.doctor;

import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;

/** Whether the API server can trust what the program serves, and for how long. */
final class CertificateChecks {
    private static final String RENEW =
            "see the program's log, which names what keeps it from renewing; the issuer of a mounted certificate has to renew it";
    private static final Duration LATE = Duration.ofDays(14);

    private CertificateChecks() {}

    static CheckResult bundles(Installation installation) throws UnansweredException {
        List<Webhook> ours = installation.hooks().ours();
        if (ours.isEmpty()) {
            throw new UnansweredException("nothing is registered");
        }
        Instant now = installation.clusterObjects().at();
        List<String> bad = new ArrayList<>();
        Instant end = Instant.MAX;
        for (Webhook hook : ours) {
            try {
                Instant own = bundle(hook).end();
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
        String until = Duration.between(now, end).toDays() + " more days";
        return isLate(Duration.between(now, end), Duration.ofDays(365))
                ? CheckResult.warning("each webhook has one, but the API server trusts it only for " + until, RENEW)
                : CheckResult.passed("each webhook has one, which is good for " + until);
    }

    private static CaBundle bundle(Webhook hook) throws CertificateException {
        if (hook.caBundle().isEmpty()) {
            throw new CertificateException("it has none");
        }
        return CaBundle.of(hook.caBundle());
    }

    /** Renewals are due after two thirds of a life, so with less than a quarter left something keeps them from happening. */
    private static boolean isLate(Duration left, Duration life) {
        Duration quarter = life.dividedBy(4);
        return left.compareTo(quarter.compareTo(LATE) < 0 ? quarter : LATE) < 0;
    }

    /** The certificates that an API server trusts when it calls a webhook. */
    record CaBundle(List<X509Certificate> certificates) {

        /**
         * @param base64 as the registration has it: PEM in Base64
         * @throws CertificateException if it is not
         */
        static CaBundle of(String base64) throws CertificateException {
            byte[] pem;
            try {
                pem = Base64.getMimeDecoder().decode(base64);
            } catch (IllegalArgumentException notBase64) {
                throw new CertificateException("it is not Base64", notBase64);
            }
            List<X509Certificate> certificates = certificates(pem);
            if (certificates.isEmpty()) {
                throw new CertificateException("it has no certificate");
            }
            return new CaBundle(certificates);
        }

        private static List<X509Certificate> certificates(byte[] pem) throws CertificateException {
            try {
                return CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(pem))
                        .stream()
                        .map(X509Certificate.class::cast)
                        .toList();
            } catch (CertificateException unreadable) {
                throw new CertificateException("it is not a certificate in PEM", unreadable);
            }
        }

        /** When the last of them ends: an older one may stay beside its successor. */
        Instant end() {
            return certificates.stream()
                    .map(certificate -> certificate.getNotAfter().toInstant())
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }
}
