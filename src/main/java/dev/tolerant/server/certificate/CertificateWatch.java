package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.CertificateMode;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.SaidOnce;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Renews or rereads the certificate while the program runs, where the settings ask for one. Everything happens on a thread
 * of its own, which alone knows the problems.
 */
@Singleton
class CertificateWatch {
    private static final Logger LOG = Logger.getLogger(CertificateWatch.class);
    /** The pause after a problem, and before a new authority's first certificate is served. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private final TolerantConfig.Certificate config;
    private final Optional<String> tlsConfiguration;
    private final Instance<KubernetesClient> client;
    private final ServedCertificate served;
    private final MeterRegistry metrics;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-certificate");
    private final SaidOnce problems = new SaidOnce(this::say);

    CertificateWatch(
            TolerantConfig config,
            @ConfigProperty(name = "quarkus.http.tls-configuration-name") Optional<String> tlsConfiguration,
            Instance<KubernetesClient> client,
            ServedCertificate served,
            MeterRegistry metrics) {
        this.config = config.certificate();
        this.tlsConfiguration = tlsConfiguration;
        this.client = client;
        this.served = served;
        this.metrics = metrics;
    }

    void start(@Observes StartupEvent event) {
        served.register(metrics);
        if (config.mode() == CertificateMode.NONE) {
            return;
        }
        if (!tlsConfiguration.equals(Optional.of(ServedCertificate.ENTRY))) {
            throw new ConfigurationException("quarkus.http.tls-configuration-name must be " + ServedCertificate.ENTRY
                    + " when tolerant.certificate.mode is " + config.mode());
        }
        Predicate<Instant> look = config.mode() == CertificateMode.BUILT_IN ? builtIn()::look : mounted()::look;
        worker.execute(() -> lookAndCarryOn(look));
    }

    private MountedCertificate mounted() {
        return new MountedCertificate(
                Path.of(required(config.directory(), "directory")),
                config.hostNames().orElse(List.of()),
                served,
                problems::add);
    }

    private CertificateRenewal builtIn() {
        KubernetesClient cluster = client.get();
        Optional<String> namespace = config.namespace().or(() -> Optional.ofNullable(cluster.getNamespace()));
        return new CertificateRenewal(
                new CertificateSecret(cluster, required(namespace, "namespace"), required(config.secret(), "secret")),
                config.mutatingWebhookConfiguration().map(name -> new WebhookConfiguration(cluster, name)),
                required(config.hostNames(), "host-names"),
                served,
                problems::add);
    }

    private <T> T required(Optional<T> value, String setting) {
        return value.orElseThrow(() -> new ConfigurationException(
                "tolerant.certificate." + setting + " must be set when tolerant.certificate.mode is " + config.mode()));
    }

    private void lookAndCarryOn(Predicate<Instant> look) {
        Duration pause = Collections.min(List.of(SOON, config.pollPeriod()));
        try {
            if (look.test(Instant.now())) {
                if (problems.clear()) {
                    LOG.info("the certificate is valid again");
                }
                pause = config.pollPeriod();
            }
        } catch (RuntimeException | Error ours) {
            // Errors too: otherwise this loop would end, and the certificate would expire.
            problems.add("the certificate could not be checked: " + ours);
        }
        if (!worker.isShutdown()) {
            worker.schedule(() -> lookAndCarryOn(look), pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void say(String problem) {
        LOG.warn(OneLine.logged(problem));
        Counter.builder("tolerant.problems")
                .description("Problems that the program worked around")
                .tag("kind", "certificate")
                .register(metrics)
                .increment();
    }

    void stop(@Observes ShutdownEvent event) {
        worker.shutdownNow();
    }

    /**
     * A certificate in a directory where a Secret of type kubernetes.io/tls is mounted; an unusable one replaces nothing.
     * Immutable; one thread looks, because it reads files.
     */
    record MountedCertificate(
            Path directory, List<String> hostNames, ServedCertificate served, Consumer<String> problems) {

        /** Looks once, and serves what is there; false if it is not usable. */
        boolean look(Instant now) {
            Path certificates = directory.resolve("tls.crt");
            ServingCertificate found;
            try {
                found = new ServingCertificate(
                        Pem.certificates(Files.readString(certificates)),
                        Pem.key(Files.readString(directory.resolve("tls.key"))));
            } catch (IOException | CertificateException unreadable) {
                problems.accept(certificates + " and tls.key cannot be read as a certificate and its key: "
                        + unreadable.getMessage());
                return false;
            }
            Optional<String> fault = found.fault(hostNames, now);
            fault.ifPresent(reason -> problems.accept(certificates + " cannot be used: " + reason));
            // The first is served whatever it is, so that readiness can say what is wrong with it.
            if (fault.isEmpty() || served.get().isEmpty()) {
                served.serve(found);
            }
            return fault.isEmpty();
        }
    }
}
