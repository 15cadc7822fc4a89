package dev.tolerant.tools.doctor;

import dev.tolerant.observed.registration.Webhook;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Whether the API server can trust what the program serves, and for how long. */
final class CertificateChecks {
    private static final String RENEW =
            "see the program's log, which names what keeps it from renewing; a mounted certificate has to be renewed by"
                    + " whoever issues it";
    private static final Duration LATE = Duration.ofDays(14);

    private CertificateChecks() {}

    static List<Check> all() {
        return List.of(
                check("ca-bundle", "caBundle", CertificateChecks::bundles),
                check("trust", "trust", CertificateChecks::trust),
                check("certificate-days", "days left", CertificateChecks::days));
    }

    private static Check check(String code, String title, Check.Question question) {
        return new Check(Heading.CERTIFICATE, code, title, question);
    }

    private static Finding bundles(Patient patient) throws UnansweredException {
        List<Webhook> ours = Stream.concat(patient.mutating().ours().stream(), patient.validating().ours().stream())
                .toList();
        if (ours.isEmpty()) {
            throw new UnansweredException("nothing is registered");
        }
        Instant now = patient.facts().at();
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
            return Finding.failed(
                            "the API server cannot trust the program: its calls fail",
                            "if the program issues its certificates, see its log; else put the authority's certificate"
                                    + " into the registration, or have cert-manager inject it")
                    .with(bad);
        }
        String until = Duration.between(now, end).toDays() + " more days";
        return isLate(Duration.between(now, end), Duration.ofDays(365))
                ? Finding.warning("each webhook has one, but the API server trusts it only for " + until, RENEW)
                : Finding.passed("each webhook has one, which is good for " + until);
    }

    private static CaBundle bundle(Webhook hook) throws CertificateException {
        if (hook.caBundle().isEmpty()) {
            throw new CertificateException("it has none");
        }
        return CaBundle.of(hook.caBundle());
    }

    private static Finding trust(Patient patient) throws UnansweredException {
        ServedCertificates served = ServedCertificates.of(patient);
        List<String> refused = served.byServer().entrySet().stream()
                .filter(server -> !server.getValue().refusal().isEmpty())
                .map(server -> server.getKey() + ": " + server.getValue().refusal())
                .toList();
        if (!refused.isEmpty()) {
            return Finding.failed(
                            "the API server does not trust what the program serves for " + served.host(),
                            "wait a minute, in which the program writes its caBundle by itself; else put the authority of"
                                    + " the served certificate into the registration, or issue one for that name")
                    .with(refused);
        }
        String all = served.byServer().size() == 1
                ? served.byServer().keySet().iterator().next() + " serves"
                : "all " + served.byServer().size() + " replicas asked serve";
        return Finding.passed(all + " a certificate for " + served.host() + " that the caBundle vouches for")
                .with(served.unreached());
    }

    private static Finding days(Patient patient) throws UnansweredException {
        Instant now = patient.facts().at();
        List<String> late = new ArrayList<>();
        Duration least = Duration.ofDays(Integer.MAX_VALUE);
        for (Map.Entry<String, Handshake> server :
                ServedCertificates.of(patient).byServer().entrySet()) {
            X509Certificate certificate = server.getValue().certificate();
            Duration left = Duration.between(now, certificate.getNotAfter().toInstant());
            Duration life = Duration.between(
                    certificate.getNotBefore().toInstant(),
                    certificate.getNotAfter().toInstant());
            least = left.compareTo(least) < 0 ? left : least;
            if (isLate(left, life)) {
                late.add(
                        server.getKey() + ": until " + certificate.getNotAfter().toInstant());
            }
        }
        if (least.isNegative()) {
            return Finding.failed("a served certificate has expired: calls of the API server fail", RENEW)
                    .with(late);
        }
        return late.isEmpty()
                ? Finding.passed("the served certificate is good for " + least.toDays() + " more days")
                : Finding.warning("a served certificate should have been renewed by now", RENEW)
                        .with(late);
    }

    /** Renewals are due after two thirds of a life, so with less than a quarter left something keeps them from happening. */
    private static boolean isLate(Duration left, Duration life) {
        Duration quarter = life.dividedBy(4);
        return left.compareTo(quarter.compareTo(LATE) < 0 ? quarter : LATE) < 0;
    }
}
