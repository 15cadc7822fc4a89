package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The certificates that all replicas share: the authority, the one before it, and the serving certificate. Immutable.
 *
 * @param previousAuthority still trusted until it expires, for what was issued under it; null for the first authority
 */
record SharedCertificates(
        Authority authority, @Nullable X509Certificate previousAuthority, ServingCertificate serving) {

    static SharedCertificates issue(@Nullable X509Certificate previousAuthority, List<String> hostNames, Instant now) {
        Authority authority = Authority.create(now);
        return new SharedCertificates(authority, previousAuthority, authority.issue(hostNames, now));
    }

    /** This object if nothing has to be renewed: neither certificate is wrong or two thirds through its life. */
    SharedCertificates renewed(List<String> hostNames, Instant now) {
        if (isDue(authority.certificate(), now)) {
            return issue(authority.certificate(), hostNames, now);
        }
        if (isUsable(hostNames, now) && !isDue(serving.certificate(), now)) {
            return this;
        }
        // Where a name is missing, keep the old ones too: replicas of the previous rollout still want them, and would
        // issue it again in turn.
        List<String> names = serving.missing(hostNames).isEmpty()
                ? hostNames
                : Stream.concat(hostNames.stream(), serving.names().stream())
                        .distinct()
                        .toList();
        return new SharedCertificates(authority, previousAuthority, authority.issue(names, now));
    }

    /** One that is not valid yet is not due: the clock may be wrong. */
    private static boolean isDue(X509Certificate certificate, Instant now) {
        Instant start = certificate.getNotBefore().toInstant();
        Duration life = Duration.between(start, certificate.getNotAfter().toInstant());
        return !now.isBefore(start.plus(life.multipliedBy(2).dividedBy(3)));
    }

    /** True where API servers that trust the authority accept the serving certificate. */
    boolean isUsable(List<String> hostNames, Instant now) {
        return serving.fault(hostNames, now).isEmpty() && authority.hasSigned(serving.certificate());
    }

    /** The certificates that API servers have to trust, in PEM: the authority, and the previous one as long as it is valid. */
    String caBundle(Instant now) {
        String bundle = Pem.of(authority.certificate());
        return previousAuthority == null
                        || !now.isBefore(previousAuthority.getNotAfter().toInstant())
                ? bundle
                : bundle + Pem.of(previousAuthority);
    }
}
