package dev.tolerant.certificate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.util.IPAddress;

/**
 * The certificate that API servers see, with its key; immutable, so threads may share it.
 *
 * @param chain the certificate itself, then any that lead to the authority
 */
public record ServingCertificate(List<X509Certificate> chain, PrivateKey key) {

    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** In hexadecimal digits. */
    public String serial() {
        return certificate().getSerialNumber().toString(16);
    }

    public Instant end() {
        return certificate().getNotAfter().toInstant();
    }

    public boolean isOver(Instant now) {
        return !now.isBefore(end());
    }

    /** Without the names that the certificate covers; a wildcard covers one label, as in Go. */
    public List<String> missing(Collection<String> hostNames) {
        Set<String> names = names();
        return hostNames.stream().filter(host -> !isAmong(names, host)).toList();
    }

    private static boolean isAmong(Set<String> names, String hostName) {
        String host = canonical(hostName);
        int dot = host.indexOf('.');
        return names.contains(host) || (dot > 0 && names.contains("*" + host.substring(dot)));
    }

    /** An IPv6 address can be written in many ways. */
    private static String canonical(String name) {
        if (!IPAddress.isValid(name)) {
            return name.toLowerCase(Locale.ROOT);
        }
        try {
            return InetAddress.getByName(name).getHostAddress();
        } catch (UnknownHostException notAnAddress) {
            return name;
        }
    }

    /** DNS names and addresses. */
    public Set<String> names() {
        try {
            return Stream.ofNullable(certificate().getSubjectAlternativeNames())
                    .flatMap(Collection::stream)
                    .map(name -> canonical(Objects.toString(name.get(1))))
                    .collect(Collectors.toSet());
        } catch (CertificateParsingException unreadable) {
            return Set.of();
        }
    }

    public boolean hasItsKey() {
        try {
            byte[] probe = {1};
            Signature signature = Signature.getInstance(
                    switch (key.getAlgorithm()) {
                        case "EC" -> "SHA256withECDSA";
                        case "RSA" -> "SHA256withRSA";
                        default -> key.getAlgorithm();
                    });
            signature.initSign(key);
            signature.update(probe);
            byte[] signed = signature.sign();
            signature.initVerify(certificate());
            signature.update(probe);
            return signature.verify(signed);
        } catch (GeneralSecurityException notAPair) {
            return false;
        }
    }

    /**
     * A clause that says why API servers would refuse this certificate; empty if they would not. One that is not valid
     * yet is no fault: this machine's clock is more likely to be behind.
     */
    public Optional<String> fault(List<String> hostNames, Instant now) {
        if (isOver(now)) {
            return Optional.of("it expired at " + end());
        }
        if (!hasItsKey()) {
            return Optional.of("the private key is not the certificate's");
        }
        List<String> missing = missing(hostNames);
        return missing.isEmpty() ? Optional.empty() : Optional.of("it is not for " + String.join(", ", missing));
    }
}
