package dev.tolerant.testing;

import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.observed.objects.ObjectKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/** An API server that lists objects in pages, and refuses on demand. */
public final class ClusterServer implements AutoCloseable {
    private final Map<String, Objects> lists = new ConcurrentHashMap<>();
    private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> users = new CopyOnWriteArrayList<>();
    private final List<String> headers = new CopyOnWriteArrayList<>();
    private final LocalServer server = new LocalServer(this::answer);

    /** So many objects of one kind, each made when it is asked for. */
    private record Objects(int count, IntFunction<String> json) {}

    private final Set<String> silent = ConcurrentHashMap.newKeySet();

    private record Refusal(int code, String body, int[] times) {}

    public ClusterServer() {
        for (ObjectKind kind : ObjectKind.values()) {
            list(path(kind), 0, i -> "");
        }
    }

    /** The path of all objects of a kind. */
    public static String path(ObjectKind kind) {
        return (kind.apiVersion().contains("/") ? "/apis/" : "/api/") + kind.apiVersion() + "/" + kind.plural();
    }

    /** The path of all objects of a kind in a namespace. */
    public static String path(ObjectKind kind, String namespace) {
        return path(kind).replace("/" + kind.plural(), "/namespaces/" + namespace + "/" + kind.plural());
    }

    /** Has these objects of a kind in all namespaces. */
    public void list(ObjectKind kind, String... objects) {
        list(path(kind), objects.length, i -> objects[i]);
    }

    public void list(String path, String... objects) {
        list(path, objects.length, i -> objects[i]);
    }

    public void list(String path, int count, IntFunction<String> json) {
        lists.put(path, new Objects(count, json));
    }

    /** Answers all requests for the path with this code. */
    public void refuse(String path, int code) {
        refuse(path, code, "{\"kind\": \"Status\", \"code\": " + code + "}", Integer.MAX_VALUE);
    }

    /** Leaves requests for the path without an answer. */
    public void silence(String path) {
        silent.add(path);
    }

    /** Answers requests for a path with this code, so many times. */
    public void refuse(String path, int code, String body, int times) {
        refusals.put(path, new Refusal(code, body, new int[] {times}));
    }

    /** The requests until now, with their queries. */
    public List<String> requests() {
        return requests;
    }

    /** The requests until now, without their queries. */
    public List<String> paths() {
        return requests.stream()
                .map(request -> request.replaceFirst("\\?.*", ""))
                .toList();
    }

    /** As whom they were sent. */
    public List<String> users() {
        return users;
    }

    /** The headers of all requests, each {@code Name: value}. */
    public List<String> headers() {
        return headers;
    }

    public String url() {
        return server.url();
    }

    /** Writes a kubeconfig with the context {@code test} for this server. */
    public Path kubeconfig(Path directory) {
        return kubeconfig(directory, url());
    }

    /** The same for another server. */
    public static Path kubeconfig(Path directory, String url) {
        String text = """
            apiVersion: v1
            kind: Config
            current-context: test
            clusters: [{name: test, cluster: {server: "%s"}}]
            users: [{name: jane, user: {token: secret}}]
            contexts:
            - {name: test, context: {cluster: test, user: jane, namespace: shop}}
            - {name: other, context: {cluster: test, user: jane}}
            """.formatted(url);
        try {
            return Files.writeString(directory.resolve("kubeconfig"), text);
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestURI().toString());
        users.add(exchange.getRequestHeaders().getFirst("Authorization") + " as "
                + exchange.getRequestHeaders().getFirst("Impersonate-User"));
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> headers.add(name + ": " + value)));
        Refusal refusal = refusals.get(path);
        Objects objects = lists.get(path);
        if (silent.contains(path)) {
            return;
        }
        if (refusal != null && refusal.times()[0]-- > 0) {
            LocalServer.send(exchange, refusal.code(), refusal.body());
        } else if (path.equals("/version")) {
            LocalServer.send(exchange, 200, "{\"major\": \"1\", \"gitVersion\": \"v1.36.2\"}");
        } else if (objects == null) {
            LocalServer.send(exchange, 404, "{\"kind\": \"Status\", \"code\": 404}");
        } else {
            page(exchange, objects);
        }
    }

    private static void page(HttpExchange exchange, Objects objects) throws IOException {
        Map<String, String> query = LocalServer.query(exchange);
        int from = Integer.parseInt(query.getOrDefault("continue", "0"));
        int to = Math.min(objects.count(), from + Integer.parseInt(query.get("limit")));
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            String next = to < objects.count() ? ", \"continue\": \"" + to + "\"" : "";
            String version = exchange.getRequestURI().getPath().replaceFirst("^/apis?/(.*?v\\d\\w*)/.*", "$1");
            write(
                    body,
                    "{\"kind\": \"List\", \"apiVersion\": \"" + version
                            + "\", \"metadata\": {\"resourceVersion\": \"7\"" + next + "}, \"items\": [");
            for (int i = from; i < to; i++) {
                write(body, (i == from ? "" : ",") + objects.json().apply(i));
            }
            write(body, "]}\n");
        }
    }

    private static void write(OutputStream body, String text) throws IOException {
        body.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }
}
