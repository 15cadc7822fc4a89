package dev.tolerant.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority of the test's own and a certificate of it for the servers on 127.0.0.1, as PEM files. */
record Certificates(Path authority, Path certificate, Path key) {
    private static final X500Principal AUTHORITY = new X500Principal("CN=tolerant test authority");
    private static final X500Principal SERVER = new X500Principal("CN=tolerant test server");

    /** Makes both, and writes them into the directory. */
    static Certificates in(Path directory) {
        try {
            KeyPair authorityKey = keyPair();
            KeyPair serverKey = keyPair();
            X509Certificate authority = authority(authorityKey);
            X509Certificate server = server(serverKey, authorityKey);
            return new Certificates(
                    write(directory.resolve("ca.crt"), "CERTIFICATE", authority.getEncoded()),
                    write(directory.resolve("tls.crt"), "CERTIFICATE", server.getEncoded()),
                    write(
                            directory.resolve("tls.key"),
                            "PRIVATE KEY",
                            serverKey.getPrivate().getEncoded()));
        } catch (GeneralSecurityException | OperatorCreationException | IOException failed) {
            throw new IllegalStateException("no certificate could be made", failed);
        }
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static X509Certificate authority(KeyPair key)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        JcaX509v3CertificateBuilder builder = builder(BigInteger.ONE, AUTHORITY, key);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature));
        return signed(builder, key);
    }

    private static X509Certificate server(KeyPair key, KeyPair authorityKey)
            throws GeneralSecurityException, OperatorCreationException, IOException {
        JcaX509v3CertificateBuilder builder = builder(BigInteger.TWO, SERVER, key);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.iPAddress, "127.0.0.1"), new GeneralName(GeneralName.dNSName, "localhost")
        }));
        return signed(builder, authorityKey);
    }

    private static JcaX509v3CertificateBuilder builder(BigInteger serial, X500Principal subject, KeyPair key) {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(
                AUTHORITY,
                serial,
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(Duration.ofDays(1))),
                subject,
                key.getPublic());
    }

    private static X509Certificate signed(JcaX509v3CertificateBuilder builder, KeyPair by)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(by.getPrivate())));
    }

    private static Path write(Path file, String type, byte[] content) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n");
    }

    /** The authority's PEM in base64, as webhook registrations and kubeconfigs have it. */
    String caBundle() {
        try {
            return Base64.getEncoder()
                    .encodeToString(Files.readString(authority).getBytes(StandardCharsets.US_ASCII));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What trusts this authority and no other. */
    SSLContext trust() {
        try (var pem = Files.newInputStream(authority)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException failed) {
            throw new IllegalStateException("the authority cannot be trusted", failed);
        }
    }
}
