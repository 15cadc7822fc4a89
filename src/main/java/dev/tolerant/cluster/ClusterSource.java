package dev.tolerant.cluster;

import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.TolerationPolicy;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Policies and namespaces of a cluster, listed and watched. It needs list and watch of both kinds, get of
 * namespaces, and update of the policies' status.
 */
final class ClusterSource implements Source {
    private final KubernetesClient client;
    private final CurrentSnapshot snapshot;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-policies");
    private final NamespaceStore namespaceStore;
    private final PolicyStore policyStore;
    private final StatusWriter status;
    private final LiveLookup lookup;
    private final WatchedKind<GenericKubernetesResource> policies;
    private final WatchedKind<Namespace> namespaces;
    private volatile boolean policiesInForce;
    private volatile boolean namespacesRead;

    ClusterSource(KubernetesClient client, TolerationRules rules, CurrentSnapshot snapshot, SourceMetrics metrics) {
        this.client = client;
        this.snapshot = snapshot;
        this.namespaceStore = new NamespaceStore(rules, metrics);
        this.lookup = new LiveLookup(client, rules);
        this.status = new StatusWriter(client);
        this.policyStore = new PolicyStore(rules, worker, this::publish, status::write, metrics);
        this.policies = new WatchedKind<>(
                "tolerationpolicies",
                "install the CustomResourceDefinition, and grant list and watch of tolerationpolicies.tolerant.dev",
                policyInformer(policyStore),
                metrics);
        this.namespaces = new WatchedKind<>(
                "namespaces", "grant get, list and watch of namespaces", namespaceInformer(), metrics);
    }

    /** Generic objects: a single one that does not fit the type would fail the whole typed list. */
    private SharedIndexInformer<GenericKubernetesResource> policyInformer(PolicyStore store) {
        return client.genericKubernetesResources(ResourceDefinitionContext.fromResourceType(TolerationPolicy.class))
                .runnableInformer(0)
                .addEventHandler(store);
    }

    /** The informer keeps only labels and annotations of a namespace. */
    private SharedIndexInformer<Namespace> namespaceInformer() {
        return client.namespaces()
                .runnableInformer(0)
                .itemStore(new ReducedStateItemStore<>(
                        ReducedStateItemStore.NAME_KEY_STATE,
                        Namespace.class,
                        client.getKubernetesSerialization(),
                        "metadata.labels",
                        "metadata.annotations"))
                .addEventHandler(namespaceStore);
    }

    void start() {
        snapshot.setLookup(lookup);
        publish(PolicySet.EMPTY);
        namespaces.start();
        policies.start();
    }

    private void publish(PolicySet compiled) {
        snapshot.set(new Snapshot(compiled, namespaceStore.namespaces()));
    }

    @Override
    public boolean isReady() {
        return (policies.isRefused() || arePoliciesInForce()) && (namespaces.isRefused() || areNamespacesRead());
    }

    /** Policies decide once they are compiled, a moment after their list has arrived; later changes do not matter here. */
    private boolean arePoliciesInForce() {
        policiesInForce = policiesInForce || (policies.isSynced() && policyStore.hasLookedAt(policies.names()));
        return policiesInForce;
    }

    private boolean areNamespacesRead() {
        namespacesRead = namespacesRead
                || (namespaces.isSynced()
                        && namespaceStore.namespaces().keySet().containsAll(namespaces.names()));
        return namespacesRead;
    }

    @Override
    public Map<String, String> state() {
        return Map.of("tolerationpolicies", policies.state(), "namespaces", namespaces.state());
    }

    @Override
    public void close() {
        policies.close();
        namespaces.close();
        lookup.close();
        status.close();
        worker.shutdownNow();
    }
}
