package dev.tolerant.certificate;

import dev.tolerant.settings.CertificateMode;
import dev.tolerant.settings.TolerantConfig;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.tls.CertificateUpdatedEvent;
import io.quarkus.tls.TlsConfiguration;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** The certificate that the webhook's port shows, whoever issued it, and the metric of its end. */
@Singleton
class ServedCertificate {
    private final CertificateMode mode;
    private final Optional<String> configurationOfPort;
    private final TlsConfigurationRegistry registry;
    private final Vertx vertx;
    private final CertificateProblems problems;
    private final MeterRegistry metrics;
    private volatile @Nullable ServingCertificate certificate;

    ServedCertificate(
            TolerantConfig config,
            @ConfigProperty(name = "quarkus.http.tls-configuration-name") Optional<String> configurationOfPort,
            TlsConfigurationRegistry registry,
            Vertx vertx,
            CertificateProblems problems,
            MeterRegistry metrics) {
        this.mode = config.certificate().mode();
        this.configurationOfPort = configurationOfPort;
        this.registry = registry;
        this.vertx = vertx;
        this.problems = problems;
        this.metrics = metrics;
    }

    /** Empty as long as there is none. */
    Optional<ServingCertificate> get() {
        return Optional.ofNullable(certificate);
    }

    void start(@Observes StartupEvent event) {
        mode.tlsConfiguration().ifPresent(name -> {
            if (!configurationOfPort.equals(Optional.of(name))) {
                throw new ConfigurationException("quarkus.http.tls-configuration-name must be " + name
                        + " when tolerant.certificate.mode is " + mode);
            }
            Gauge.builder("tolerant.certificate.not.after.seconds", this::endSeconds)
                    .description("Unix time at which the serving certificate expires; 0 without one")
                    .register(metrics);
            registry.get(name).ifPresent(this::read);
        });
    }

    void update(@Observes CertificateUpdatedEvent event) {
        if (mode.tlsConfiguration().equals(Optional.of(event.name()))) {
            read(event.tlsConfiguration());
        }
    }

    private double endSeconds() {
        return get().map(served -> Lifetime.end(served.certificate()).getEpochSecond())
                .orElse(0L);
    }

    private void read(TlsConfiguration configuration) {
        try {
            certificate = first(configuration).orElse(null);
        } catch (Exception unreadable) {
            problems.note("the serving certificate cannot be read: " + unreadable.getMessage());
        }
    }

    /** The key manager knows the key store's password, whatever it was made of. */
    private Optional<ServingCertificate> first(TlsConfiguration configuration) throws Exception {
        KeyStore store = configuration.getKeyStore();
        for (String alias : Collections.list(store.aliases())) {
            for (KeyManager manager : configuration
                    .getKeyStoreOptions()
                    .getKeyManagerFactory(vertx)
                    .getKeyManagers()) {
                if (manager instanceof X509KeyManager keys && keys.getPrivateKey(alias) != null) {
                    return Optional.of(
                            new ServingCertificate(keys.getCertificateChain(alias)[0], keys.getPrivateKey(alias)));
                }
            }
        }
        return Optional.empty();
    }
}
