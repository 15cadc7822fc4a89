package dev.tolerant.server.cluster;

import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.observed.registration.Webhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** What the program knows of its own mutating registration; it is watched only beside a fleet keeper. */
final class Coverages implements AutoCloseable {
    static final String PLURAL = "mutatingwebhookconfigurations";

    private static final String WAY_OUT = "grant list and watch of " + PLURAL + ".admissionregistration.k8s.io";

    private final KubernetesClient client;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final Facts<MutatingWebhookConfiguration, Set<Coverage>> coverages =
            new Facts<>(MutatingWebhookConfiguration::new, Coverages::of);
    private final NeededKind<MutatingWebhookConfiguration, Set<Coverage>> kind =
            new NeededKind<>(this::watch, coverages);

    Coverages(KubernetesClient client, SourceMetrics metrics, LongSupplier nanos) {
        this.nanos = nanos;
        this.client = client;
        this.metrics = metrics;
    }

    private static Optional<Set<Coverage>> of(MutatingWebhookConfiguration configuration) {
        Set<Coverage> coverages =
                Coverage.of(Webhook.in(Serialization.jsonMapper().valueToTree(configuration)));
        return coverages.isEmpty() ? Optional.empty() : Optional.of(coverages);
    }

    private WatchedKind<MutatingWebhookConfiguration> watch() {
        return new WatchedKind<>(PLURAL, WAY_OUT, this::informer, WatchedKind.carryingNothing(), metrics, nanos);
    }

    private SharedIndexInformer<MutatingWebhookConfiguration> informer() {
        return client.admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .runnableInformer(0)
                .itemStore(coverages.items());
    }

    void start() {
        kind.need(true);
    }

    /** Renews the watch if need be; to be called every second or so. */
    void look() {
        kind.look();
    }

    /** Whether the registrations are known as they are now. */
    boolean isWatching() {
        return kind.isWatching();
    }

    /** What all webhooks for new pods cover, at this moment. */
    Set<Coverage> all() {
        return coverages.byName().values().stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> state() {
        return kind.words();
    }

    @Override
    public void close() {
        kind.close();
    }
}
