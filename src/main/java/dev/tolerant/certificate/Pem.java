package dev.tolerant.certificate;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;
import org.jspecify.annotations.Nullable;

/** Certificates and private keys as text. */
public final class Pem {
    private Pem() {}

    /** The certificate as a CERTIFICATE block. */
    public static String of(X509Certificate certificate) {
        return text(certificate);
    }

    /** The key as a PRIVATE KEY block, which is PKCS #8 without a password. */
    public static String of(PrivateKey key) {
        return text(new PemObject("PRIVATE KEY", key.getEncoded()));
    }

    private static String text(Object object) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
        return text.toString();
    }

    /**
     * The first certificate of the text.
     *
     * @throws CertificateException if the text does not begin with one
     */
    static X509Certificate certificate(String pem) throws CertificateException {
        if (first(pem) instanceof X509CertificateHolder holder) {
            return new JcaX509CertificateConverter().getCertificate(holder);
        }
        throw new CertificateException("no CERTIFICATE block");
    }

    /**
     * The first private key of the text.
     *
     * @throws CertificateException if the text does not begin with one in PKCS #8
     */
    static PrivateKey key(String pem) throws CertificateException {
        if (first(pem) instanceof PrivateKeyInfo info) {
            try {
                return new JcaPEMKeyConverter().getPrivateKey(info);
            } catch (PEMException unreadable) {
                throw new CertificateException("no readable PRIVATE KEY block", unreadable);
            }
        }
        throw new CertificateException("no PRIVATE KEY block");
    }

    private static @Nullable Object first(String pem) throws CertificateException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            return parser.readObject();
        } catch (IOException unreadable) {
            throw new CertificateException("no PEM", unreadable);
        }
    }
}
