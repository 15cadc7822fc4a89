package dev.tolerant.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An API server that stores pods, lists them in pages, watches and patches them, and fails on demand. */
final class PodServer implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    static {
        // Else the server holds the last part of each answer back until the client has confirmed the one before.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final String POD = "/api/v1/namespaces/[^/]+/pods/[^/]+";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, ObjectNode> pods = new ConcurrentSkipListMap<>();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final PodLog log = new PodLog();
    private final Leases leases = new Leases();

    PodServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new AssertionError(noPort);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
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
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
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
            send(exchange, code, body.getBytes(StandardCharsets.UTF_8));
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
        store(pod, "ADDED");
    }

    /** Stores a pod that somebody else has changed. */
    void change(String namespace, String name) {
        change(namespace, name, pod -> pod.withObject("/metadata/labels").put("changed", String.valueOf(log.next())));
    }

    void change(String namespace, String name, Consumer<ObjectNode> change) {
        ObjectNode changed = stored(namespace + "/" + name).deepCopy();
        change.accept(changed);
        store(changed, "MODIFIED");
    }

    void delete(String namespace, String name) {
        synchronized (log) {
            ObjectNode gone = Objects.requireNonNull(pods.remove(namespace + "/" + name));
            log.next();
            log.add("DELETED", gone);
        }
    }

    private void store(ObjectNode pod, String type) {
        synchronized (log) {
            ((ObjectNode) pod.get("metadata")).put("resourceVersion", String.valueOf(log.next()));
            pods.put(key(pod), pod);
            log.add(type, pod);
        }
    }

    private ObjectNode stored(String key) {
        return Objects.requireNonNull(pods.get(key), "there is no pod " + key);
    }

    boolean has(String namespace, String name) {
        return pods.containsKey(namespace + "/" + name);
    }

    private static String key(JsonNode pod) {
        return pod.at("/metadata/namespace").asText() + "/"
                + pod.at("/metadata/name").asText();
    }

    JsonNode pod(String namespace, String name) {
        return stored(namespace + "/" + name);
    }

    List<ObjectNode> pods() {
        return new ArrayList<>(pods.values());
    }

    PodLog log() {
        return log;
    }

    Leases leases() {
        return leases;
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    long count(String pattern) {
        return requests.stream().filter(request -> request.matches(pattern)).count();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            tryToAnswer(exchange);
        } catch (IOException | RuntimeException failed) {
            failed.printStackTrace();
            throw failed;
        }
    }

    private void tryToAnswer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        requests.add(request);
        for (Fault fault : faults) {
            if (fault.answers(request, exchange)) {
                return;
            }
        }
        String path = exchange.getRequestURI().getPath();
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        if (path.contains("/leases")) {
            leases.answer(exchange);
        } else if (query.containsKey("watch")) {
            log.watch(exchange, Long.parseLong(query.get("resourceVersion")));
        } else if (path.matches(POD)) {
            answerOne(exchange, path.split("/"));
        } else {
            list(exchange, query);
        }
    }

    private void answerOne(HttpExchange exchange, String[] path) throws IOException {
        ObjectNode pod = pods.get(path[4] + "/" + path[6]);
        if (pod == null) {
            send(exchange, 404, "{}".getBytes(StandardCharsets.UTF_8));
        } else if (exchange.getRequestMethod().equals("GET")) {
            send(exchange, 200, JSON.writeValueAsBytes(pod));
        } else {
            patch(exchange, JSON.readTree(exchange.getRequestBody()), key(pod));
        }
    }

    private void patch(HttpExchange exchange, JsonNode patch, String key) throws IOException {
        synchronized (log) {
            ObjectNode pod = stored(key);
            if (!patch.get(0).get("value").equals(pod.at("/metadata/resourceVersion"))) {
                send(exchange, 409, "{}".getBytes(StandardCharsets.UTF_8));
                return;
            }
            try {
                store(
                        (ObjectNode) JSON.readTree(
                                JsonPatch.fromJson(patch).apply(pod).toString()),
                        "MODIFIED");
            } catch (JsonPatchException doesNotApply) {
                throw new IOException(doesNotApply);
            }
            send(exchange, 200, JSON.writeValueAsBytes(pods.get(key)));
        }
    }

    private void list(HttpExchange exchange, Map<String, String> query) throws IOException {
        int limit = Integer.parseInt(query.getOrDefault("limit", "1000000"));
        String after = query.getOrDefault("continue", "");
        String last = "";
        int number = 0;
        long version = log.last();
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            // An API server writes the metadata first, but nothing says so.
            body.write("{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[".getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, ObjectNode> pod : pods.entrySet()) {
                boolean wanted = pod.getKey().compareTo(after) > 0;
                if (wanted && number < limit) {
                    body.write((number++ == 0 ? "" : ",").getBytes(StandardCharsets.UTF_8));
                    body.write(JSON.writeValueAsBytes(pod.getValue()));
                    last = pod.getKey();
                } else if (wanted) {
                    number++;
                    break;
                }
            }
            body.write(("],\"metadata\":{\"resourceVersion\":\"" + version + "\",\"continue\":\""
                            + (number > limit ? last : "") + "\"}}")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    static void send(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new HashMap<>();
        for (String part : raw == null ? new String[0] : raw.split("&")) {
            String[] pair = part.split("=", 2);
            query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    @Override
    public void close() {
        log.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
