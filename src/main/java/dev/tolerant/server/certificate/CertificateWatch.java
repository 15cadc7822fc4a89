package dev.tolerant.server.certificate;

import dev.tolerant.settings.CertificateMode;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Renews or rereads the certificate while the program runs, on a thread of its own, where the settings ask for one. */
@Singleton
class CertificateWatch {
    /** The pause after a problem, and before a new authority's first certificate is served. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private final TolerantConfig.Certificate config;
    private final Optional<String> tlsConfiguration;
    private final Instance<KubernetesClient> client;
    private final CurrentCertificate current;
    private final CertificateProblems problems;
    private final MeterRegistry metrics;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-certificate");

    CertificateWatch(
            TolerantConfig config,
            @ConfigProperty(name = "quarkus.http.tls-configuration-name") Optional<String> tlsConfiguration,
            Instance<KubernetesClient> client,
            CurrentCertificate current,
            CertificateProblems problems,
            MeterRegistry metrics) {
        this.config = config.certificate();
        this.tlsConfiguration = tlsConfiguration;
        this.client = client;
        this.current = current;
        this.problems = problems;
        this.metrics = metrics;
    }

    void start(@Observes StartupEvent event) {
        current.register(metrics);
        if (config.mode() == CertificateMode.NONE) {
            return;
        }
        if (!tlsConfiguration.equals(Optional.of(WebhookKeyStore.NAME))) {
            throw new ConfigurationException("quarkus.http.tls-configuration-name must be " + WebhookKeyStore.NAME
                    + " when tolerant.certificate.mode is " + config.mode());
        }
        CertificateSource source = config.mode() == CertificateMode.BUILT_IN ? builtIn() : mounted();
        worker.execute(() -> lookAndCarryOn(source));
    }

    private CertificateSource mounted() {
        String directory = config.directory().orElseThrow(() -> missing("directory"));
        return new MountedCertificate(
                Path.of(directory),
                config.hostNames().orElse(List.of()),
                Clock.systemUTC(),
                current::serve,
                problems::note);
    }

    private CertificateSource builtIn() {
        KubernetesClient cluster = client.get();
        String namespace = config.namespace()
                .or(() -> Optional.ofNullable(cluster.getNamespace()))
                .orElseThrow(() -> missing("namespace"));
        return new CertificateKeeper(
                new CertificateSecret(cluster, namespace, config.secret().orElseThrow(() -> missing("secret"))),
                new WebhookConfigurations(
                        cluster, config.mutatingWebhookConfiguration().stream().toList()),
                config.hostNames().orElseThrow(() -> missing("host-names")),
                Clock.systemUTC(),
                current::serve,
                problems::note);
    }

    private ConfigurationException missing(String setting) {
        return new ConfigurationException(
                "tolerant.certificate." + setting + " must be set when tolerant.certificate.mode is " + config.mode());
    }

    private void lookAndCarryOn(CertificateSource source) {
        Duration pause = SOON;
        try {
            if (source.look()) {
                problems.none();
                pause = config.pollPeriod();
            }
        } catch (RuntimeException | Error ours) {
            // Errors too: otherwise this loop would end, and the certificate would expire.
            problems.note("the certificate could not be checked: " + ours);
        }
        if (!worker.isShutdown()) {
            worker.schedule(() -> lookAndCarryOn(source), soonest(pause).toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private Duration soonest(Duration pause) {
        return pause.compareTo(config.pollPeriod()) < 0 ? pause : config.pollPeriod();
    }

    void stop(@Observes ShutdownEvent event) {
        worker.shutdownNow();
    }
}
