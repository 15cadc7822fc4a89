package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** How the nodes of a cluster are watched: in pages, and of each only labels, taints and cordon are kept. */
final class Nodes {
    static final String PLURAL = "nodes";
    static final String WAY_OUT = "grant list and watch of nodes";

    /** A list of all nodes would take more memory for a moment than everything else that the program keeps. */
    static final long PAGE = 500;

    private Nodes() {}

    /** {@code changed} receives the name of each node of which something else is kept now; it must return at once. */
    static NeededKind<WatchedNode, Node> of(
            KubernetesClient client, SourceMetrics metrics, LongSupplier nanos, Consumer<String> changed) {
        // Else the client would read a node as a whole before it drops what is not needed.
        client.getKubernetesSerialization().registerKubernetesResource(WatchedNode.class);
        Facts<WatchedNode, Node> facts = new Facts<>(WatchedNode::new, node -> Optional.of(read(node)), changed);
        return new NeededKind<>(
                () -> new WatchedKind<>(
                        PLURAL,
                        WAY_OUT,
                        () -> client.resources(WatchedNode.class)
                                .withLimit(PAGE)
                                .runnableInformer(0)
                                .itemStore(facts.items()),
                        WatchedKind.carryingNothing(),
                        metrics,
                        nanos),
                facts);
    }

    private static Node read(WatchedNode node) {
        List<Taint> taints = node.getSpec().taints().stream()
                .map(Nodes::read)
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
}
