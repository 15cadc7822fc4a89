package dev.tolerant.tools.doctor;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;

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
            return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
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
