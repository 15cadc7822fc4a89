package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.NodePoolReader;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.model.NodePool;
import dev.tolerant.engine.model.OneLine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/** How Karpenter's NodePools are watched in a cluster that has the kind. */
final class NodePools {
    static final String PLURAL = "nodepools";
    static final String WAY_OUT = "grant list and watch of nodepools.karpenter.sh";

    private static final Logger LOG = Logger.getLogger(NodePools.class);
    private static final ResourceDefinitionContext CONTEXT = new ResourceDefinitionContext.Builder()
            .withGroup("karpenter.sh")
            .withVersion("v1")
            .withKind("NodePool")
            .withPlural(PLURAL)
            .withNamespaced(false)
            .build();

    private NodePools() {}

    /** {@code changed} receives the name of each NodePool of which something else is kept now; it must return at once. */
    static NeededKind<GenericKubernetesResource, NodePool> of(
            KubernetesClient client, SourceMetrics metrics, LongSupplier nanos, Consumer<String> changed) {
        Set<String> said = ConcurrentHashMap.newKeySet();
        Consumer<String> unusable = sentence -> {
            // Karpenter writes the status of its NodePools all the time.
            if (said.add(sentence)) {
                LOG.warn(OneLine.logged(sentence));
                metrics.problem();
            }
        };
        Facts<GenericKubernetesResource, NodePool> facts =
                new Facts<>(GenericKubernetesResource::new, object -> read(client, object, unusable), changed);
        return new NeededKind<>(
                () -> WatchedKind.ofOptional(
                        PLURAL,
                        WAY_OUT,
                        () -> client.supports(CONTEXT.getGroup() + "/" + CONTEXT.getVersion(), CONTEXT.getKind()),
                        () -> client.genericKubernetesResources(CONTEXT)
                                .runnableInformer(0)
                                .itemStore(facts.items()),
                        metrics,
                        nanos),
                facts);
    }

    private static Optional<NodePool> read(
            KubernetesClient client, GenericKubernetesResource object, Consumer<String> unusable) {
        ObjectNode json = client.getKubernetesSerialization().convertValue(object, ObjectNode.class);
        try {
            return NodePoolReader.read(new Manifest(Place.NOWHERE, json));
        } catch (InvalidManifestException wrong) {
            unusable.accept("NodePool " + object.getMetadata().getName() + " cannot be used: "
                    + wrong.problem().what());
            return Optional.empty();
        }
    }
}
