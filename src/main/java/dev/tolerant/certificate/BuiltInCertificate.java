package dev.tolerant.certificate;

import dev.tolerant.settings.CertificateMode;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks after the program's own certificate while it runs, on a thread of its own, where the settings ask for it. */
@Singleton
class BuiltInCertificate {
    /** After trouble, and before a new authority's first certificate is served. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private final TolerantConfig.Certificate config;
    private final Instance<KubernetesClient> client;
    private final WebhookKeyStore keyStore;
    private final CertificateProblems problems;
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tolerant-certificate");
        thread.setDaemon(true);
        return thread;
    });

    BuiltInCertificate(
            TolerantConfig config,
            Instance<KubernetesClient> client,
            @Identifier(WebhookKeyStore.NAME) WebhookKeyStore keyStore,
            CertificateProblems problems) {
        this.config = config.certificate();
        this.client = client;
        this.keyStore = keyStore;
        this.problems = problems;
    }

    void start(@Observes StartupEvent event) {
        if (config.mode() != CertificateMode.BUILT_IN) {
            return;
        }
        List<String> hostNames = config.hostNames().orElseThrow(() -> missing("host-names"));
        String secret = config.secret().orElseThrow(() -> missing("secret"));
        KubernetesClient cluster = client.get();
        CertificateKeeper keeper = new CertificateKeeper(
                new StoredCertificates(
                        cluster,
                        config.namespace()
                                .or(() -> Optional.ofNullable(cluster.getNamespace()))
                                .orElseThrow(() -> missing("namespace")),
                        secret),
                new WebhookConfigurations(
                        cluster,
                        config.mutatingWebhookConfiguration().stream().toList(),
                        config.validatingWebhookConfiguration().stream().toList()),
                hostNames,
                Clock.systemUTC(),
                keyStore::serve,
                problems::note);
        worker.execute(() -> lookAndCarryOn(keeper));
    }

    private static ConfigurationException missing(String setting) {
        return new ConfigurationException(
                "tolerant.certificate." + setting + " must be set when tolerant.certificate.mode is built-in");
    }

    private void lookAndCarryOn(CertificateKeeper keeper) {
        Duration pause = SOON;
        try {
            if (keeper.look()) {
                problems.none();
                pause = config.pollPeriod();
            }
        } catch (RuntimeException ours) {
            problems.note("the certificate could not be looked after: " + ours);
        }
        if (!worker.isShutdown()) {
            worker.schedule(() -> lookAndCarryOn(keeper), soonest(pause).toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private Duration soonest(Duration pause) {
        return pause.compareTo(config.pollPeriod()) < 0 ? pause : config.pollPeriod();
    }

    void stop(@Observes ShutdownEvent event) {
        worker.shutdownNow();
    }
}
