package dev.tolerant.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** A certificate authority of the program's own, which signs nothing but serving certificates. */
public record Authority(X509Certificate certificate, PrivateKey key) {
    static final Duration LIFE = Duration.ofDays(365);
    /** Less than an authority has left when its successor is issued. */
    static final Duration SERVING_LIFE = Duration.ofDays(90);

    /** New certificates are backdated, to allow for slow clocks. */
    private static final Duration SKEW = Duration.ofDays(1);

    private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final X500Principal NAME = new X500Principal("CN=tolerant authority");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SERIAL_BITS = 127;

    /** Valid from a day before this time. */
    public static Authority create(Instant now) {
        try {
            KeyPair key = keyPair();
            JcaX509v3CertificateBuilder builder = builder(NAME, key, now, now.plus(LIFE));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            return new Authority(signed(builder, key.getPrivate()), key.getPrivate());
        } catch (GeneralSecurityException | OperatorCreationException | IOException failed) {
            throw new IllegalStateException("no certificate authority could be made", failed);
        }
    }

    /** For these DNS names and IP addresses; it never outlives the authority. */
    public ServingCertificate issue(List<String> hostNames, Instant now) {
        Instant end = now.plus(SERVING_LIFE);
        Instant authorityEnd = certificate.getNotAfter().toInstant();
        try {
            KeyPair serving = keyPair();
            JcaX509v3CertificateBuilder builder = builder(
                    new X500Principal("CN=tolerant"), serving, now, end.isBefore(authorityEnd) ? end : authorityEnd);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate.getPublicKey()));
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(
                            hostNames.stream().map(Authority::generalName).toArray(GeneralName[]::new)));
            return new ServingCertificate(List.of(signed(builder, key)), serving.getPrivate());
        } catch (GeneralSecurityException | OperatorCreationException | IOException failed) {
            throw new IllegalStateException("no serving certificate could be made", failed);
        }
    }

    /** True of an IP address or a DNS name, which may begin with a wildcard. */
    public static boolean isHostName(String name) {
        return IPAddress.isValid(name) || name.matches("(\\*\\.)?" + LABEL + "(\\." + LABEL + ")*");
    }

    private static GeneralName generalName(String hostName) {
        return new GeneralName(IPAddress.isValid(hostName) ? GeneralName.iPAddress : GeneralName.dNSName, hostName);
    }

    public boolean hasSigned(X509Certificate other) {
        try {
            other.verify(certificate.getPublicKey());
            return true;
        } catch (GeneralSecurityException notOurs) {
            return false;
        }
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** The key identifiers tell an old authority from a new one: both have the same name. */
    private static JcaX509v3CertificateBuilder builder(X500Principal subject, KeyPair key, Instant now, Instant end)
            throws GeneralSecurityException, IOException {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                NAME,
                new BigInteger(SERIAL_BITS, RANDOM).add(BigInteger.ONE),
                Date.from(now.minus(SKEW)),
                Date.from(end),
                subject,
                key.getPublic());
        builder.addExtension(
                Extension.subjectKeyIdentifier,
                false,
                new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key.getPublic()));
        return builder;
    }

    private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey by)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(by)));
    }
}
