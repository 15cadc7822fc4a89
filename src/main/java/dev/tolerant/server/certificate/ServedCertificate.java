package dev.tolerant.server.certificate;

import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.CertificateMode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.tls.runtime.KeyStoreAndKeyCertOptions;
import io.quarkus.tls.runtime.KeyStoreProvider;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.net.KeyCertOptions;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that the webhook's port serves now, with its readiness and its metric. One thread replaces it; all others
 * may read it at any time, and never wait.
 */
@Singleton
class ServedCertificate {
    static final String ENTRY = "webhook";

    private static final Logger LOG = Logger.getLogger(ServedCertificate.class);

    /** The one that is served, then the one before it, for a handshake that began with it. */
    private volatile List<ServingCertificate> certificates = List.of();

    Optional<ServingCertificate> get() {
        return certificates.stream().findFirst();
    }

    /** Serves this certificate to every handshake from now on; open connections continue. */
    void serve(ServingCertificate next) {
        Optional<ServingCertificate> current = get();
        if (current.equals(Optional.of(next))) {
            return;
        }
        certificates = Stream.concat(Stream.of(next), current.stream()).toList();
        LOG.infof("serving the certificate %s, valid until %s", next.serial(), next.end());
    }

    void register(MeterRegistry metrics) {
        Gauge.builder(
                        "tolerant.certificate.not.after.seconds",
                        () -> get().map(served -> (double) served.end().getEpochSecond())
                                .orElse(Double.NaN))
                .description("Unix time at which the serving certificate expires; NaN without one")
                .register(metrics);
    }

    /** Ready while the certificate that is served is one that API servers can accept. */
    @Produces
    @Singleton
    @Readiness
    HealthCheck readiness(TolerantConfig config) {
        return () -> readiness(config.certificate(), Instant.now());
    }

    private HealthCheckResponse readiness(TolerantConfig.Certificate config, Instant now) {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("certificate");
        if (config.mode() == CertificateMode.NONE) {
            return response.up().build();
        }
        Optional<ServingCertificate> certificate = get();
        certificate.ifPresent(
                served -> response.withData("notAfter", served.end().toString()).withData("serial", served.serial()));
        Optional<String> fault = certificate
                .map(served -> served.fault(config.hostNames().orElse(List.of()), now))
                .orElse(Optional.of("there is no certificate yet"));
        fault.ifPresent(reason -> response.withData("reason", reason));
        return response.status(fault.isEmpty()).build();
    }

    /**
     * The entry {@value #ENTRY} of the TLS registry. Its keys change without a reload of the registry: while Vert.x loads
     * changed keys it drops new connections (docs/adr/0009). It is asked for at every start, even if nothing uses the entry.
     */
    @Produces
    @Singleton
    @Identifier(ENTRY)
    KeyStoreProvider keyStore() {
        return vertx -> new KeyStoreAndKeyCertOptions(emptyKeyStore(), KeyCertOptions.wrap(new HandshakeKeys()));
    }

    /** The registry wants one besides the keys. */
    private static KeyStore emptyKeyStore() {
        try {
            KeyStore empty = KeyStore.getInstance("PKCS12");
            empty.load(null, null);
            return empty;
        } catch (GeneralSecurityException | IOException failed) {
            throw new IllegalStateException("no key store could be made", failed);
        }
    }

    /** Gives each handshake the current certificate; the alias is its serial number. */
    private final class HandshakeKeys extends X509ExtendedKeyManager {

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
            return get().filter(served -> served.key().getAlgorithm().equals(keyType))
                    .map(ServingCertificate::serial);
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            return withSerial(alias)
                    .map(served -> served.chain().toArray(X509Certificate[]::new))
                    .orElse(null);
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            return withSerial(alias).map(ServingCertificate::key).orElse(null);
        }

        private Optional<ServingCertificate> withSerial(String alias) {
            return certificates.stream()
                    .filter(served -> served.serial().equals(alias))
                    .findFirst();
        }

        /** Never asked: this is a server. */
        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            return null;
        }
    }
}
