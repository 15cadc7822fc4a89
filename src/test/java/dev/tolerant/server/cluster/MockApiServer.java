package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.model.NodePoolFixture;
import dev.tolerant.engine.model.PolicyFixture;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A mock API server with policies, namespaces, nodes and NodePools that can fail on demand and records its requests. */
public final class MockApiServer implements AutoCloseable {
    static final String POLICIES = "/apis/tolerant.dev/v1alpha1/tolerationpolicies";
    static final String NAMESPACES = "/api/v1/namespaces";
    static final String NODES = "/api/v1/nodes";
    static final String NODE_POOLS = "/apis/karpenter.sh/v1/nodepools";

    private static final Logger CHATTER = Logger.getLogger("io.fabric8.mockwebserver.MockWebServer");

    private static final CustomResourceDefinitionContext POLICY = new CustomResourceDefinitionContext.Builder()
            .withGroup("tolerant.dev")
            .withVersion("v1alpha1")
            .withKind("TolerationPolicy")
            .withPlural("tolerationpolicies")
            .withScope("Cluster")
            .withStatusSubresource(true)
            .build();

    private static final CustomResourceDefinitionContext RESERVATIONS = new CustomResourceDefinitionContext.Builder()
            .withGroup("tolerant.dev")
            .withVersion("v1alpha1")
            .withKind("Reservations")
            .withPlural("reservations")
            .withScope("Cluster")
            .build();

    private static final CustomResourceDefinitionContext NODE_POOL = new CustomResourceDefinitionContext.Builder()
            .withGroup("karpenter.sh")
            .withVersion("v1")
            .withKind("NodePool")
            .withPlural("nodepools")
            .withScope("Cluster")
            .build();

    private final FaultyDispatcher dispatcher =
            new FaultyDispatcher(new KubernetesCrudDispatcher(List.of(POLICY, RESERVATIONS, NODE_POOL)));
    private final KubernetesMockServer server =
            new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), dispatcher, false);
    /** The tests' own client, which faults do not affect. */
    private final KubernetesClient operator;

    public MockApiServer() {
        this(0);
    }

    /** A server on this port, or on any free one if the port is 0. */
    MockApiServer(int port) {
        CHATTER.setLevel(Level.WARNING);
        hasNodePools(true);
        server.init(InetAddress.getLoopbackAddress(), port);
        operator = server.createClient(builder -> builder.editOrNewConfig()
                .withUserAgent(FaultyDispatcher.OPERATOR)
                .endConfig());
    }

    /** A client configured like the program's. */
    public KubernetesClient client() {
        return server.createClient(builder -> builder.editOrNewConfig()
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval(20)
                .endConfig());
    }

    /** The tests' own client, whose requests never fail. */
    public KubernetesClient operator() {
        return operator;
    }

    int port() {
        return server.getPort();
    }

    public FaultyDispatcher faults() {
        return dispatcher;
    }

    /** Creates or changes the one policy in the YAML. */
    public void apply(String yaml) {
        applyGeneric(PolicyFixture.objects(yaml).get(0).toString());
    }

    /** Creates or changes a policy that may be invalid by its schema. */
    void applyGeneric(String json) {
        GenericKubernetesResource policy = Serialization.unmarshal(json, GenericKubernetesResource.class);
        policy.setApiVersion("tolerant.dev/v1alpha1");
        policy.setKind("TolerationPolicy");
        var resource = operator.genericKubernetesResources(POLICY).resource(policy);
        while (true) {
            try {
                var ignored = resource.get() == null ? resource.create() : resource.update();
                return;
            } catch (KubernetesClientException faster) {
                // The program has written the status between the two requests of an update.
                if (faster.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    throw faster;
                }
            }
        }
    }

    void deletePolicy(String name) {
        operator.genericKubernetesResources(POLICY).withName(name).delete();
    }

    /** Replaces the status of a policy, as another client could. */
    void status(String name, Map<String, Object> status) {
        var resource = operator.genericKubernetesResources(POLICY).withName(name);
        GenericKubernetesResource policy = resource.get();
        policy.getAdditionalProperties().put("status", status);
        operator.genericKubernetesResources(POLICY).resource(policy).updateStatus();
    }

    /** The stored policy with its status. */
    JsonNode policy(String name) {
        return new ObjectMapper()
                .valueToTree(operator.genericKubernetesResources(POLICY)
                        .withName(name)
                        .get());
    }

    /** The object by which the guard judges; null if it is not there. */
    JsonNode reservations() {
        return new ObjectMapper()
                .valueToTree(operator.genericKubernetesResources(RESERVATIONS)
                        .withName("current")
                        .get());
    }

    /** The condition of a stored policy; a missing node if it has none of this type. */
    JsonNode condition(String policy, String type) {
        JsonNode conditions = policy(policy).at("/status/conditions");
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return conditions.path("none");
    }

    /** Creates or changes a namespace. */
    public void namespace(String name, Map<String, String> labels, Map<String, String> annotations) {
        var resource = operator.resource(new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .withAnnotations(annotations)
                .withFinalizers("example.com/keep")
                .endMetadata()
                .withNewSpec()
                .addToFinalizers("kubernetes")
                .endSpec()
                .build());
        if (resource.get() == null) {
            resource.create();
        } else {
            resource.update();
        }
    }

    void deleteNamespace(String name) {
        operator.namespaces()
                .withName(name)
                .edit(found -> new NamespaceBuilder(found)
                        .editMetadata()
                        .withFinalizers(List.of())
                        .endMetadata()
                        .build());
        operator.namespaces().withName(name).delete();
    }

    /** Creates or changes a node. */
    void node(String name, Map<String, String> labels, boolean unschedulable, Taint... taints) {
        var resource = operator.resource(new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(unschedulable ? true : null)
                .withTaints(taints)
                .endSpec()
                .build());
        if (resource.get() == null) {
            resource.create();
        } else {
            resource.update();
        }
    }

    /** Creates or changes a NodePool with this template. */
    void nodePool(String name, String template) {
        var resource = operator.genericKubernetesResources(NODE_POOL)
                .resource(Serialization.unmarshal(
                        NodePoolFixture.object("{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: " + name
                                        + "}, spec: {template: " + template + "}}")
                                .object()
                                .toString(),
                        GenericKubernetesResource.class));
        if (resource.get() == null) {
            resource.create();
        } else {
            resource.update();
        }
    }

    /** Whether discovery says that the server has the kind; without it, it has nothing of the group. */
    void hasNodePools(boolean installed) {
        String kinds = "{\"kind\": \"APIResourceList\", \"apiVersion\": \"v1\", \"groupVersion\": \"karpenter.sh/v1\","
                + " \"resources\": [{\"name\": \"nodepools\", \"kind\": \"NodePool\", \"namespaced\": false, \"verbs\": [\"list\"]}]}";
        dispatcher.serve(
                "/apis/karpenter.sh/v1",
                path -> installed
                        ? new MockResponse()
                                .setResponseCode(200)
                                .setHeader("Content-Type", "application/json")
                                .setBody(kinds)
                        : new MockResponse().setResponseCode(404));
    }

    void deleteNodePool(String name) {
        operator.genericKubernetesResources(NODE_POOL).withName(name).delete();
    }

    void deleteNode(String name) {
        operator.nodes().withName(name).delete();
    }

    @Override
    public void close() {
        dispatcher.heal();
        operator.close();
        server.destroy();
    }
}
