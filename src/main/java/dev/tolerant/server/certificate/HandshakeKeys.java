package dev.tolerant.server.certificate;

import dev.tolerant.certificate.ServingCertificate;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Gives each handshake the current certificate; the alias is its serial number. */
final class HandshakeKeys extends X509ExtendedKeyManager {
    private final CurrentCertificate current;

    HandshakeKeys(CurrentCertificate current) {
        this.current = current;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return alias(keyType).orElse(null);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return alias(keyType).orElse(null);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return alias(keyType).stream().toArray(String[]::new);
    }

    private Optional<String> alias(String keyType) {
        return current.get()
                .filter(certificate -> certificate.key().getAlgorithm().equals(keyType))
                .map(ServingCertificate::serial);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        ServingCertificate certificate = current.withSerial(alias);
        return certificate == null ? null : certificate.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        ServingCertificate certificate = current.withSerial(alias);
        return certificate == null ? null : certificate.key();
    }

    /** Never asked: this is a server. */
    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }

    /** Never asked: this is a server. */
    @Override
    public @Nullable String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
