package dev.tolerant.certificate;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;

/** Certificates and private keys as text. */
public final class Pem {
    private Pem() {}

    public static String of(X509Certificate certificate) {
        return text(certificate);
    }

    /** A PRIVATE KEY block, which is PKCS #8 without a password. */
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
     * @throws CertificateException if there is none
     */
    public static X509Certificate certificate(String pem) throws CertificateException {
        return certificates(pem).get(0);
    }

    /**
     * In the text's order.
     *
     * @throws CertificateException if there is none
     */
    public static List<X509Certificate> certificates(String pem) throws CertificateException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Object object : objects(pem)) {
            if (object instanceof X509CertificateHolder holder) {
                certificates.add(new JcaX509CertificateConverter().getCertificate(holder));
            }
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("there is no CERTIFICATE block");
        }
        return List.copyOf(certificates);
    }

    /**
     * The first of the text, in PKCS #8 or as OpenSSL writes it by itself.
     *
     * @throws CertificateException if there is none, or it has a password
     */
    public static PrivateKey key(String pem) throws CertificateException {
        for (Object object : objects(pem)) {
            if (object instanceof PEMKeyPair pair) {
                return key(pair.getPrivateKeyInfo());
            }
            if (object instanceof PrivateKeyInfo info) {
                return key(info);
            }
        }
        throw new CertificateException("there is no PRIVATE KEY block without a password");
    }

    private static PrivateKey key(PrivateKeyInfo info) throws CertificateException {
        try {
            return new JcaPEMKeyConverter().getPrivateKey(info);
        } catch (PEMException unreadable) {
            throw new CertificateException("the PRIVATE KEY block holds no private key", unreadable);
        }
    }

    private static List<Object> objects(String pem) throws CertificateException {
        List<Object> objects = new ArrayList<>();
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            for (Object object = parser.readObject(); object != null; object = parser.readObject()) {
                objects.add(object);
            }
            return objects;
        } catch (IOException unreadable) {
            throw new CertificateException("it is not PEM", unreadable);
        }
    }
}
