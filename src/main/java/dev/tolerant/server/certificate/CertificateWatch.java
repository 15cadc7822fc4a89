package dev.tolerant.server.certificate;

import dev.tolerant.certificate.Pem;
import dev.tolerant.certificate.ServingCertificate;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.server.certificate.CertificateSecret.SharedCertificates;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.settings.TolerantConfig.CertificateMode;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.SaidOnce;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

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

    /**
     * Keeps the certificate that the program issues itself: renews it, agrees on it with the other replicas, makes API
     * servers trust it, and only then has it served. One thread looks, and waits for the API server.
     */
    static final class CertificateRenewal {
        /** Every conflict is another replica's success, so a few are enough. */
        private static final int TRIES = 5;

        private final CertificateSecret stored;
        private final Optional<WebhookConfiguration> configuration;
        private final List<String> hostNames;
        private final ServedCertificate served;
        private final Consumer<String> problems;
        private @Nullable SharedCertificates agreed;
        /** True once this look has read what is agreed: else another replica may have agreed on something newer. */
        private boolean isCurrent;
        /** The caBundle that the last check found in place or wrote. */
        private String lastBundle = "";

        CertificateRenewal(
                CertificateSecret stored,
                Optional<WebhookConfiguration> configuration,
                List<String> hostNames,
                ServedCertificate served,
                Consumer<String> problems) {
            this.stored = stored;
            this.configuration = configuration;
            this.hostNames = List.copyOf(hostNames);
            this.served = served;
            this.problems = problems;
        }

        /** Looks once, and does what is due; false if something went wrong or is not finished, so that the next look should be soon. */
        boolean look(Instant now) {
            isCurrent = false;
            boolean isFine = agree(now);
            return agreed != null && trustAndServe(agreed, now) && isFine;
        }

        /** Without the Secret nothing is renewed: replicas that cannot agree would trust different authorities. */
        private boolean agree(Instant now) {
            try {
                for (int i = 0; i < TRIES; i++) {
                    Optional<Secret> secret = stored.get();
                    if (secret.isEmpty()) {
                        problems.accept(stored + " is missing: "
                                + (agreed == null
                                        ? "there is no certificate to serve"
                                        : "the last certificate stays in use")
                                + "; restore it with helm upgrade");
                        return false;
                    }
                    if (agreeOn(secret.get(), now)) {
                        return true;
                    }
                }
                problems.accept(stored + " changed at every attempt to write it");
            } catch (KubernetesClientException failed) {
                problems.accept(stored + " cannot be read or written: " + why(failed));
            }
            return false;
        }

        /** Takes what is in the Secret, or puts something newer there; false if another replica was faster. */
        private boolean agreeOn(Secret secret, Instant now) {
            SharedCertificates found = read(secret);
            SharedCertificates wanted = found == null ? issue(now) : found.renewed(hostNames, now);
            if (wanted != found) {
                if (found != null && found.isUsable(hostNames, now)) {
                    // Where it cannot be replaced, what is stored is still better than nothing, or what is older.
                    agree(found);
                }
                if (!stored.put(secret, wanted)) {
                    return false;
                }
                LOG.infof(
                        "issued a new serving certificate, valid until %s",
                        wanted.serving().end());
            }
            agree(wanted);
            return true;
        }

        private void agree(SharedCertificates certificates) {
            agreed = certificates;
            isCurrent = true;
        }

        private @Nullable SharedCertificates read(Secret secret) {
            try {
                return CertificateSecret.certificates(secret).orElse(null);
            } catch (CertificateException unreadable) {
                problems.accept(stored + ": " + unreadable.getMessage() + "; everything in it is issued again");
                return null;
            }
        }

        /** An emptied Secret asks for new certificates; the authority so far stays trusted. */
        private SharedCertificates issue(Instant now) {
            return SharedCertificates.issue(
                    agreed == null ? null : agreed.authority().certificate(), hostNames, now);
        }

        /**
         * API servers learn of a new authority a moment after it has been written, so this replica serves a certificate of it
         * only after two looks that found it in place, or wrote it. It serves the first certificate, and one of an authority that
         * is trusted already, at once. What was agreed before is written only where nothing is trusted at all.
         */
        private boolean trustAndServe(SharedCertificates certificates, Instant now) {
            String caBundle = certificates.caBundle(now);
            boolean isInPlace = true;
            boolean isKnown = false;
            try {
                boolean wasTrusted = configuration
                        .map(own -> own.trusts(caBundle, isCurrent))
                        .orElse(true);
                isKnown = wasTrusted && caBundle.equals(lastBundle);
            } catch (KubernetesClientException failed) {
                problems.accept(
                        "the caBundle of " + configuration.orElseThrow() + " cannot be written: " + why(failed));
                isInPlace = false;
            }
            lastBundle = isInPlace ? caBundle : "";
            if (isKnown
                    || served.get()
                            .map(old -> certificates.authority().hasSigned(old.certificate()) || old.isOver(now))
                            .orElse(true)) {
                served.serve(certificates.serving());
            }
            return isInPlace && served.get().equals(Optional.of(certificates.serving()));
        }

        /** Without an answer the client's own message says nothing of what went wrong. */
        private static String why(KubernetesClientException failed) {
            Throwable cause = failed.getCause();
            return String.valueOf(failed.getCode() == 0 && cause != null ? cause.getMessage() : failed.getMessage());
        }
    }

    /**
     * The program's own MutatingWebhookConfiguration, whose caBundle it writes. It needs get and patch of this one object.
     * Immutable; the thread that looks after the certificate uses it, because each call waits for the API server.
     */
    record WebhookConfiguration(KubernetesClient client, String name) {

        /** Has API servers trust the authorities, in place of others only if {@code replaces}; false if it had to write. */
        boolean trusts(String caBundle, boolean replaces) {
            Resource<MutatingWebhookConfiguration> resource =
                    client.resources(MutatingWebhookConfiguration.class).withName(name);
            MutatingWebhookConfiguration found = resource.get();
            if (found == null) {
                throw new KubernetesClientException("the object is missing; restore it with helm upgrade");
            }
            String encoded = Base64.getEncoder().encodeToString(caBundle.getBytes(StandardCharsets.US_ASCII));
            List<Map<String, String>> patch = patch(found.getWebhooks(), encoded, replaces);
            if (patch.isEmpty()) {
                return true;
            }
            resource.patch(PatchContext.of(PatchType.JSON), Serialization.asJson(patch));
            LOG.infof("wrote the caBundle of %s", this);
            return false;
        }

        /** Tests each webhook's name first: between reading and writing the list may have changed. */
        private static List<Map<String, String>> patch(
                List<MutatingWebhook> webhooks, String caBundle, boolean replaces) {
            List<Map<String, String>> patch = new ArrayList<>();
            for (int i = 0; i < webhooks.size(); i++) {
                MutatingWebhook webhook = webhooks.get(i);
                String trusted =
                        Objects.requireNonNullElse(webhook.getClientConfig().getCaBundle(), "");
                if (trusted.equals(caBundle) || !(replaces || trusted.isEmpty())) {
                    continue;
                }
                String path = "/webhooks/" + i;
                patch.add(Map.of("op", "test", "path", path + "/name", "value", webhook.getName()));
                patch.add(Map.of("op", "add", "path", path + "/clientConfig/caBundle", "value", caBundle));
            }
            return patch;
        }

        @Override
        public String toString() {
            return "MutatingWebhookConfiguration " + name;
        }
    }
}
