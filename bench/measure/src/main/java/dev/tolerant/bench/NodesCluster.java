package dev.tolerant.bench;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An API server of a cluster in which nothing ever changes: one policy of a pool, and so many large nodes, in pages. */
final class NodesCluster implements AutoCloseable {
    private static final int NODE_BYTES = 30_000;
    private static final Pattern CONTINUE = Pattern.compile("continue=([0-9]+)");
    private static final Pattern LIMIT = Pattern.compile("limit=([0-9]+)");
    private static final String POLICY = """
            {"apiVersion": "tolerant.dev/v1alpha1", "kind": "TolerationPolicy",
             "metadata": {"name": "ml", "resourceVersion": "1", "generation": 1},
             "spec": {"match": {}, "nodes": {"selector": {"matchLabels": {"pool": "ml"}}}}}""";
    private static final String NAMESPACE = """
            {"metadata": {"name": "default", "resourceVersion": "1"}}""";

    private final int nodes;
    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server = vertx.createHttpServer();
    private final AtomicInteger sent = new AtomicInteger();

    private NodesCluster(int nodes) {
        this.nodes = nodes;
    }

    /** Starts a server that lists so many nodes. */
    static NodesCluster start(int nodes) {
        NodesCluster cluster = new NodesCluster(nodes);
        // A watch, which brings nothing.
        cluster.server.webSocketHandler(watch -> {});
        cluster.server.requestHandler(cluster::answer);
        cluster.server
                .listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        return cluster;
    }

    String url() {
        return "http://localhost:" + server.actualPort();
    }

    /** How many nodes have been sent. */
    int sent() {
        return sent.get();
    }

    private void answer(HttpServerRequest request) {
        request.response()
                .putHeader("Content-Type", "application/json")
                .end(list(request.path(), String.valueOf(request.query())));
    }

    private Buffer list(String path, String query) {
        if (path.endsWith("/nodes")) {
            return nodes(query);
        }
        if (path.endsWith("/tolerationpolicies")) {
            return Buffer.buffer(list("tolerant.dev/v1alpha1", "TolerationPolicyList", "", POLICY));
        }
        return Buffer.buffer(path.endsWith("/namespaces") ? list("v1", "NamespaceList", "", NAMESPACE) : "{}");
    }

    private static String list(String version, String kind, String metadata, String items) {
        return "{\"apiVersion\": \"" + version + "\", \"kind\": \"" + kind + "\", \"metadata\": {" + metadata
                + "\"resourceVersion\": \"1\"}, \"items\": [" + items + "]}";
    }

    private Buffer nodes(String query) {
        int from = number(CONTINUE, query, 0);
        int to = Math.min(nodes, from + number(LIMIT, query, nodes));
        String more = to < nodes ? "\"continue\": \"" + to + "\", " : "";
        String[] around = list("v1", "NodeList", more, "ITEMS").split("ITEMS");
        Buffer page = Buffer.buffer(around[0]);
        for (int i = from; i < to; i++) {
            page.appendString(i > from ? "," : "").appendString(node(i));
            sent.incrementAndGet();
        }
        return page.appendString(around[1]);
    }

    private static int number(Pattern pattern, String query, int otherwise) {
        Matcher asked = pattern.matcher(query);
        return asked.find() ? Integer.parseInt(asked.group(1)) : otherwise;
    }

    /** Twenty labels as nodes of clouds have, a taint, and a status that is most of it. */
    private static String node(int i) {
        StringBuilder labels = new StringBuilder();
        for (int label = 0; label < 18; label++) {
            labels.append(", \"topology.example.com/label-").append(label);
            labels.append("\": \"value-").append(label + i % 3).append('"');
        }
        String start = "{\"metadata\": {\"name\": \"node-" + i + "\", \"uid\": \"u-" + i
                + "\", \"resourceVersion\": \"1\","
                + " \"labels\": {\"kubernetes.io/hostname\": \"node-" + i + "\", \"pool\": \"ml\"" + labels + "},"
                + " \"managedFields\": [{\"manager\": \"kubelet\", \"fieldsV1\": {\"f:status\": {}}}]},"
                + " \"spec\": {\"podCIDR\": \"10.0.0.0/24\", \"taints\":"
                + " [{\"key\": \"dedicated\", \"value\": \"ml\", \"effect\": \"NoSchedule\"}]},"
                + " \"status\": {\"images\": [";
        StringBuilder node = new StringBuilder(start);
        for (int image = 0; node.length() < NODE_BYTES - 200; image++) {
            node.append(image > 0 ? ", " : "");
            node.append("{\"names\": [\"registry.example.com/team/image-").append(image);
            node.append("@sha256:").append("0123456789abcdef".repeat(4)).append("\"], \"sizeBytes\": 123456789}");
        }
        return node.append("]}}").toString();
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
