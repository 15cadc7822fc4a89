package dev.tolerant.testing;

import dev.tolerant.certificate.Authority;
import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509CertSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** A test's own certificate authority and a certificate from it for servers on 127.0.0.1, as PEM files. */
public record Certificates(Path authority, Path certificate, Path key) {

    /** Creates both, and writes them to the directory. */
    public static Certificates in(Path directory) {
        return in(directory, "127.0.0.1", "localhost");
    }

    /** The same for servers of these names. */
    public static Certificates in(Path directory, String... hostNames) {
        Instant now = Instant.now();
        Authority authority = Authority.create(now);
        ServingCertificate serving = authority.issue(List.of(hostNames), now);
        try {
            Files.createDirectories(directory);
            return new Certificates(
                    Files.writeString(directory.resolve("ca.crt"), Pem.of(authority.certificate())),
                    Files.writeString(directory.resolve("tls.crt"), Pem.of(serving.certificate())),
                    Files.writeString(directory.resolve("tls.key"), Pem.of(serving.key())));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** The settings with which the program serves HTTPS from these files. */
    public Map<String, String> settings() {
        return settings(certificate.resolveSibling("."));
    }

    /** The settings with which the program serves HTTPS from the files in a directory. */
    public static Map<String, String> settings(Path directory) {
        return Map.of(
                "tolerant.certificate.mode", "mounted",
                "tolerant.certificate.host-names", "127.0.0.1,localhost",
                "tolerant.certificate.directory", directory.normalize().toString(),
                "quarkus.http.tls-configuration-name", "webhook");
    }

    /** The authority's PEM in base64, as in webhook registrations and kubeconfigs. */
    public String caBundle() {
        return Base64.getEncoder().encodeToString(pem().getBytes(StandardCharsets.US_ASCII));
    }

    private String pem() {
        try {
            return Files.readString(authority);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A TLS context that trusts only this authority. */
    public SSLContext trust() {
        return trust(pem());
    }

    /** What trusts only the authorities in the PEM text, by a clock that is so far ahead. */
    public static X509ExtendedTrustManager trustManager(String pem, Duration ahead) {
        try {
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(store(pem), new X509CertSelector());
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(Instant.now().plus(ahead)));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(new CertPathTrustManagerParameters(parameters));
            return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException failed) {
            throw new IllegalStateException("the authority cannot be trusted", failed);
        }
    }

    /** A TLS context that trusts only the authorities in the PEM text. */
    public static SSLContext trust(String pem) {
        return trusting(trustManager(pem));
    }

    /** A TLS context that asks only this trust manager. */
    public static SSLContext trusting(X509ExtendedTrustManager trusted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trusted}, null);
            return context;
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException("the authority cannot be trusted", failed);
        }
    }

    /** What trusts only the authorities in the PEM text. */
    public static X509ExtendedTrustManager trustManager(String pem) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store(pem));
            return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException failed) {
            throw new IllegalStateException("the authority cannot be trusted", failed);
        }
    }

    private static KeyStore store(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate trusted : CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
            store.setCertificateEntry("authority-" + store.size(), trusted);
        }
        return store;
    }
}
