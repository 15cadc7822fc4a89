package dev.tolerant.server.cluster;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster with their labels and taints, known only while a policy or a fleet keeper needs them. */
final class ClusterNodes implements AutoCloseable {
    static final String PLURAL = "nodes";
    static final String WAY_OUT = "grant list and watch of nodes";

    /** A list of all nodes would take more memory for a moment than everything else that the program keeps. */
    static final long PAGE = 500;

    private final KubernetesClient client;
    private final SourceMetrics metrics;
    private final Runnable changed;
    private volatile boolean always;
    private final Set<String> changedNames = ConcurrentHashMap.newKeySet();
    private final Facts<WatchedNode, Node> facts =
            new Facts<>(WatchedNode::new, node -> Optional.of(read(node)), this::note);
    private final NeededKind<WatchedNode> kind = new NeededKind<>(this::watch, facts);

    /** {@code changed} is told of changes, which {@link #takeChanges} brings then; it must return at once. */
    ClusterNodes(KubernetesClient client, SourceMetrics metrics, Runnable changed) {
        this.client = client;
        this.changed = changed;
        this.metrics = metrics;
        // Else the client would read a node as a whole before it drops what is not needed.
        client.getKubernetesSerialization().registerKubernetesResource(WatchedNode.class);
    }

    private WatchedKind<WatchedNode> watch() {
        return new WatchedKind<>(PLURAL, WAY_OUT, this::informer, WatchedKind.carryingNothing(), metrics);
    }

    private SharedIndexInformer<WatchedNode> informer() {
        return client.resources(WatchedNode.class)
                .withLimit(PAGE)
                .runnableInformer(0)
                .itemStore(facts.items());
    }

    private static Node read(WatchedNode node) {
        List<Taint> taints = node.getSpec().taints().stream()
                .map(ClusterNodes::read)
                .filter(taint -> taint.effect() != Effect.UNKNOWN)
                .toList();
        Map<String, String> labels = node.getMetadata().getLabels();
        return NodeReader.read(
                node.getMetadata().getName(),
                labels == null ? Map.of() : labels,
                taints,
                node.getSpec().isUnschedulable());
    }

    private static Taint read(io.fabric8.kubernetes.api.model.Taint taint) {
        return new Taint(
                taint.getKey().intern(),
                Objects.requireNonNullElse(taint.getValue(), "").intern(),
                Effect.of(Objects.requireNonNullElse(taint.getEffect(), "unknown")));
    }

    /** By name; changes as the cluster does. */
    Map<String, Node> byName() {
        return facts.byName();
    }

    private void note(String name) {
        changedNames.add(name);
        changed.run();
    }

    /** Hands over each node that has changed since the last call, as it is now; null if it is gone. */
    void takeChanges(BiConsumer<String, @Nullable Node> change) {
        for (Iterator<String> names = changedNames.iterator(); names.hasNext(); ) {
            String name = names.next();
            // In this order: a change from here on puts the name back.
            names.remove();
            change.accept(name, facts.byName().get(name));
        }
    }

    /** What is known of the nodes as a whole. */
    NodesState state() {
        return kind.watched()
                .map(nodes ->
                        new NodesState(nodes.isSynced(), nodes.isSynced() && nodes.isWatching(), nodes.isRefusedNow()))
                .orElse(NodesState.UNREAD);
    }

    /** Starts the watch, whatever the policies are. */
    void needAlways() {
        always = true;
        kind.need(true);
    }

    /** Starts or stops the watch as these policies, which are in force from now on, need it. */
    void follow(PolicySet policies) {
        kind.need(always || policies.policies().stream().anyMatch(ClusterNodes::isNeededBy));
    }

    /** Whether a decision about the policy looks at nodes. */
    private static boolean isNeededBy(Policy policy) {
        return policy.pool() != null;
    }

    /** Renews the watch if need be; to be called every second or so. */
    void look() {
        kind.look();
    }

    /** Whether all nodes are known that can be known, or none is needed. */
    boolean isReady() {
        return kind.watched()
                .map(nodes -> nodes.isSynced() || nodes.isRefused())
                .orElse(true);
    }

    /** Whether all nodes are known as they are now. */
    boolean isWatching() {
        return kind.isWatching();
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> words() {
        return kind.watched().map(WatchedKind::state);
    }

    @Override
    public void close() {
        kind.close();
    }
}
