package dev.tolerant.certificate;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** The times of a certificate's life. */
public final class Lifetime {
    /** How far new certificates are backdated, to allow for slow clocks. */
    static final Duration SKEW = Duration.ofDays(1);

    private Lifetime() {}

    /** Whether two thirds of the certificate's life are over. One that is not valid yet is not due: the clock may be wrong. */
    public static boolean isDueForRenewal(X509Certificate certificate, Instant now) {
        Instant start = certificate.getNotBefore().toInstant();
        Duration life = Duration.between(start, end(certificate));
        return !now.isBefore(start.plus(life.multipliedBy(2).dividedBy(3)));
    }

    public static boolean isOver(X509Certificate certificate, Instant now) {
        return !now.isBefore(end(certificate));
    }

    public static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }
}
