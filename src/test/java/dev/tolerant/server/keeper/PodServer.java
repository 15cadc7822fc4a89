package dev.tolerant.server.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.server.cluster.Election;
import dev.tolerant.testing.Faults.Answer;
import dev.tolerant.testing.LocalServer;
import dev.tolerant.testing.StoredObjects;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** An API server with pods and the one Lease, whose requests a test counts, and has answered otherwise. */
final class PodServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final String PODS = "/api/v1/pods";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/tolerant/leases";
    private static final String LEASE = LEASES + "/" + Election.LEASE;

    private final StoredObjects objects = new StoredObjects();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final AtomicInteger changes = new AtomicInteger();
    private final LocalServer server = new LocalServer(this::answer);

    PodServer() {
        installLease();
    }

    /** What a test has the server do instead of answering a request. */
    @FunctionalInterface
    interface Fault {
        /** Whether it has answered. */
        boolean answers(String request, HttpExchange exchange) throws IOException;
    }

    /** A client configured like the program's. */
    KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl(server.url())
                        .withNamespace("tolerant")
                        .build())
                .build();
    }

    void fault(Fault fault) {
        faults.add(fault);
    }

    /** Answers so many matching requests with this code. */
    void refuse(String pattern, int code, int times, Map<String, String> headers, String body) {
        int[] left = {times};
        fault((request, exchange) -> {
            synchronized (left) {
                if (!request.matches(pattern) || left[0] == 0) {
                    return false;
                }
                left[0]--;
            }
            headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
            LocalServer.send(exchange, code, body);
            return true;
        });
    }

    void refuse(String pattern, int code) {
        refuse(pattern, code, Integer.MAX_VALUE, Map.of(), "{\"kind\":\"Status\",\"code\":" + code + "}");
    }

    void heal() {
        faults.clear();
    }

    /** Stores a new pod. */
    void create(ObjectNode pod) {
        store("POST", path(pod.at("/metadata/namespace").asText(), ""), pod);
    }

    /** Stores a pod that somebody else has changed. */
    void change(String namespace, String name) {
        change(
                namespace,
                name,
                pod -> pod.withObject("/metadata/labels").put("changed", String.valueOf(changes.incrementAndGet())));
    }

    void change(String namespace, String name, Consumer<ObjectNode> change) {
        ObjectNode changed = pod(namespace, name).deepCopy();
        change.accept(changed);
        changed.withObject("/metadata").remove("resourceVersion");
        store("PUT", path(namespace, name), changed);
    }

    void delete(String namespace, String name) {
        store("DELETE", path(namespace, name), JSON.createObjectNode());
    }

    private void store(String method, String path, JsonNode object) {
        Answer answer = objects.answer(method, path, Map.of(), "application/merge-patch+json", object.toString());
        assertThat(answer.code()).as("%s %s", method, path).isLessThan(300);
    }

    private static String path(String namespace, String name) {
        return "/api/v1/namespaces/" + namespace + "/pods/" + name;
    }

    boolean has(String namespace, String name) {
        return objects.object(path(namespace, name)) != null;
    }

    ObjectNode pod(String namespace, String name) {
        return Objects.requireNonNull(objects.object(path(namespace, name)), name);
    }

    List<ObjectNode> pods() {
        return objects.objects(PODS);
    }

    int watches() {
        return objects.watches(PODS);
    }

    /** Breaks all watches. */
    void cutWatches() {
        objects.tellWatches(PODS, StoredObjects.CUT);
    }

    /** Tells all watches up to where they have come. */
    void bookmark() {
        objects.bookmark(PODS);
    }

    /** Forgets what has happened until now: watches from before expire. */
    void forget() {
        objects.forget();
    }

    /** Stores a Lease as a chart installs it, without a spec. */
    void installLease() {
        ObjectNode lease = JSON.createObjectNode();
        lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata").put("name", Election.LEASE);
        store("POST", LEASES, lease);
    }

    void removeLease() {
        store("DELETE", LEASE, JSON.createObjectNode());
    }

    /** Changes the Lease by a merge patch. */
    void mergeLease(JsonNode patch) {
        store("PATCH", LEASE, patch);
    }

    /** The Lease, which is there from the start. */
    JsonNode lease() {
        return Objects.requireNonNullElseGet(objects.object(LEASE), JSON::createObjectNode);
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    long count(String pattern) {
        return requests.stream().filter(request -> request.matches(pattern)).count();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        requests.add(request);
        for (Fault fault : faults) {
            if (fault.answers(request, exchange)) {
                return;
            }
        }
        objects.answer(exchange, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        objects.tellWatches("/", StoredObjects.CUT);
        server.close();
    }
}
