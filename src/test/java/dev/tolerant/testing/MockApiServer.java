package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.ReservationsText;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mock API server with policies, namespaces, nodes and NodePools that can fail on demand and records its requests. */
public final class MockApiServer implements AutoCloseable {
    public static final String POLICIES = "/apis/tolerant.dev/v1alpha1/tolerationpolicies";
    public static final String NAMESPACES = "/api/v1/namespaces";
    public static final String NODES = "/api/v1/nodes";
    public static final String STORED = "/api/v1/namespaces/test/serviceaccounts";
    public static final String NODE_POOLS = "/apis/karpenter.sh/v1/nodepools";

    private static final ResourceDefinitionContext POLICY =
            kind("tolerant.dev", "v1alpha1", "TolerationPolicy", "tolerationpolicies");
    private static final ResourceDefinitionContext INJECTIONS =
            kind("tolerant.dev", "v1alpha1", "Injections", "injections");
    private static final ResourceDefinitionContext NODE_POOL = kind("karpenter.sh", "v1", "NodePool", "nodepools");
    private static final String OPERATOR = "operator";

    private final StoredObjects objects = new StoredObjects();
    private final Faults faults = new Faults(objects);
    private final LocalServer server;
    /** The tests' own client, which faults do not affect. */
    private final KubernetesClient operator;

    public MockApiServer() {
        this(0);
    }

    /** A server on this port, or on any free one if the port is 0. */
    public MockApiServer(int port) {
        server = new LocalServer(port, this::answer);
        hasNodePools(true);
        faults.serve("/apis/authentication.k8s.io/v1/selfsubjectreviews", path -> Faults.Answer.ok("""
                        {"kind": "SelfSubjectReview", "apiVersion": "authentication.k8s.io/v1", "status": {"userInfo":
                        {"username": "system:serviceaccount:test:tolerant", "uid": "uid-of-the-account"}}}
                        """));
        operator = client(OPERATOR);
    }

    private static ResourceDefinitionContext kind(String group, String version, String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(false)
                .build();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean isOperator = OPERATOR.equals(exchange.getRequestHeaders().getFirst("User-Agent"));
        Faults.Answer instead = isOperator ? null : faults.to(exchange.getRequestMethod(), path, body);
        if (instead == null) {
            objects.answer(exchange, body);
        } else if (instead != Faults.Answer.NONE) {
            LocalServer.send(exchange, instead.code(), instead.body());
        }
        // Else the connection stays open until the client gives up, or the server is closed.
    }

    /** A client configured like the program's. */
    public KubernetesClient client() {
        return client("program");
    }

    private KubernetesClient client(String userAgent) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(server.url())
                        .withNamespace("test")
                        .withRequestRetryBackoffLimit(0)
                        .withUserAgent(userAgent)
                        .build())
                .build();
    }

    /** The tests' own client, whose requests never fail. */
    public KubernetesClient operator() {
        return operator;
    }

    /** The settings of a program whose cluster this is. */
    public Map<String, String> settings() {
        return Map.of("kubernetes.master", server.url(), "kubernetes.auth.tryKubeConfig", "false");
    }

    public int port() {
        return server.port();
    }

    public Faults faults() {
        return faults;
    }

    /** Creates an object of a cluster-scoped kind with this path, without the time of a request: for thousands of them. */
    public void store(String path, String json) {
        var ignored = objects.answer("POST", path, Map.of(), "application/json", json);
    }

    /** Creates or changes the one policy in the YAML. */
    public void apply(String yaml) {
        applyGeneric(PolicyFixture.objects(yaml).get(0).toString());
    }

    /** Creates or changes a policy that may be invalid by its schema. */
    public void applyGeneric(String json) {
        GenericKubernetesResource policy = Serialization.unmarshal(json, GenericKubernetesResource.class);
        policy.setApiVersion("tolerant.dev/v1alpha1");
        policy.setKind("TolerationPolicy");
        createOrChange(operator.genericKubernetesResources(POLICY).resource(policy));
    }

    private static void createOrChange(Resource<?> resource) {
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

    public void deletePolicy(String name) {
        operator.genericKubernetesResources(POLICY).withName(name).delete();
    }

    /** Replaces the status of a policy, as another client could. */
    public void status(String name, Map<String, Object> status) {
        var resource = operator.genericKubernetesResources(POLICY).withName(name);
        GenericKubernetesResource policy = resource.get();
        policy.getAdditionalProperties().put("status", status);
        operator.genericKubernetesResources(POLICY).resource(policy).updateStatus();
    }

    /** The stored policy with its status. */
    public JsonNode policy(String name) {
        return new ObjectMapper()
                .valueToTree(operator.genericKubernetesResources(POLICY)
                        .withName(name)
                        .get());
    }

    /** Creates a Lease as a chart installs it, without a spec. */
    public void lease(String namespace, String name) {
        operator.resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    /** The object by which the guard judges; null if it is not there. */
    @Nullable
    public ServiceAccount guardsObject() {
        return operator.serviceAccounts()
                .inNamespace("test")
                .withName(ReservationsText.OBJECT)
                .get();
    }

    /** What that object says. */
    public Reservations reservations() {
        ServiceAccount object = guardsObject();
        return object == null
                ? Reservations.NONE
                : ReservationsText.read(object.getMetadata().getAnnotations());
    }

    /** The object by which the API server gives pods what it can; null if it is not there. */
    public JsonNode injections() {
        return new ObjectMapper()
                .valueToTree(operator.genericKubernetesResources(INJECTIONS)
                        .withName("current")
                        .get());
    }

    /** Takes away what the API server gives pods by it. */
    public void emptyInjections() {
        operator.genericKubernetesResources(INJECTIONS).withName("current").edit(object -> {
            object.setAdditionalProperty("spec", Map.of());
            return object;
        });
    }

    /** The condition of a stored policy; a missing node if it has none of this type. */
    public JsonNode condition(String policy, String type) {
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
        createOrChange(operator.resource(new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .withAnnotations(annotations)
                .withFinalizers("example.com/keep")
                .endMetadata()
                .withNewSpec()
                .addToFinalizers("kubernetes")
                .endSpec()
                .build()));
    }

    public void deleteNamespace(String name) {
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
    public void node(String name, Map<String, String> labels, boolean unschedulable, Taint... taints) {
        createOrChange(operator.resource(new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(unschedulable ? true : null)
                .withTaints(taints)
                .endSpec()
                .build()));
    }

    /** Creates or changes a NodePool with this template. */
    public void nodePool(String name, String template) {
        createOrChange(operator.genericKubernetesResources(NODE_POOL)
                .resource(Serialization.unmarshal(
                        NodePoolFixture.object("{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: " + name
                                        + "}, spec: {template: " + template + "}}")
                                .object()
                                .toString(),
                        GenericKubernetesResource.class)));
    }

    /** Whether discovery says that the server has the kind; without it, it has nothing of the group. */
    public void hasNodePools(boolean installed) {
        String kinds = "{\"kind\": \"APIResourceList\", \"apiVersion\": \"v1\", \"groupVersion\": \"karpenter.sh/v1\","
                + " \"resources\": [{\"name\": \"nodepools\", \"kind\": \"NodePool\", \"namespaced\": false, \"verbs\": [\"list\"]}]}";
        faults.serve("/apis/karpenter.sh/v1", path -> installed ? Faults.Answer.ok(kinds) : Faults.Answer.failure(404));
    }

    /** Deletes the object by which the guard judges. */
    public void dropReservations() {
        operator.serviceAccounts()
                .inNamespace("test")
                .withName(ReservationsText.OBJECT)
                .delete();
    }

    public void deleteNodePool(String name) {
        operator.genericKubernetesResources(NODE_POOL).withName(name).delete();
    }

    public void deleteNode(String name) {
        operator.nodes().withName(name).delete();
    }

    @Override
    public void close() {
        faults.heal();
        objects.tellWatches("/", StoredObjects.CUT);
        operator.close();
        server.close();
    }
}
