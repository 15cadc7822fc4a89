package dev.tolerant.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An API server of a cluster with so many pods, which it makes while it sends them, in pages that wait to be let go. */
final class FleetCluster implements AutoCloseable {
    private static final int PAGE = 500;
    private static final int PODS_OF_AN_OWNER = 20;
    private static final Pattern CONTINUE = Pattern.compile("continue=(\\d+)");
    private static final String NAME = "NAME";
    private static final String EMPTY = "{\"metadata\": {\"resourceVersion\": \"1\"}, \"items\": [%s]}";

    private final int pods;
    private final String pod;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch half = new CountDownLatch(1);
    private final CountDownLatch halfAsked = new CountDownLatch(1);
    private volatile String lease = "";

    FleetCluster(int pods) throws IOException {
        // Else the server holds the last part of each answer back until the client has confirmed the one before.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.pods = pods;
        this.pod = template();
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** The pod of the small review as an API server stores it. */
    private static String template() throws IOException {
        ObjectNode pod = (ObjectNode)
                new ObjectMapper().readTree(BenchReview.read("small")).at("/request/object");
        ObjectNode metadata = (ObjectNode) pod.get("metadata");
        metadata.put("name", NAME)
                .put("namespace", "default")
                .put("resourceVersion", "7")
                .put("uid", NAME);
        metadata.withArray("/ownerReferences")
                .removeAll()
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "ReplicaSet")
                .put("name", "OWNER")
                .put("uid", "OWNER")
                .put("controller", true);
        pod.withObject("/spec").put("nodeName", "node-1");
        pod.withObject("/status").put("phase", "Running");
        return pod.toString();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How large a pod is in the list, in bytes. */
    int bytesOfPod() {
        return pod.length();
    }

    /** Lets the first half of the list go, and waits until all of it has been read. */
    void sendHalf() throws InterruptedException {
        first.countDown();
        halfAsked.await();
    }

    /** Lets the rest go. */
    void sendRest() {
        half.countDown();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        try {
            if (path.contains("/leases")) {
                answerLease(exchange);
            } else if (path.contains("watch=")) {
                watch(exchange, path);
            } else if (path.startsWith("/api/v1/pods?limit=")) {
                list(exchange, path);
            } else if (path.contains("/pods/")) {
                send(exchange, 404, "{}");
            } else {
                send(exchange, 200, EMPTY.formatted(other(path)));
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** The one object of a list that is not of pods. */
    private static String other(String path) {
        if (path.contains("/namespaces")) {
            return "{\"metadata\": {\"name\": \"default\", \"resourceVersion\": \"1\"}}";
        }
        if (path.contains("/nodes")) {
            return "{\"metadata\": {\"name\": \"node-1\", \"resourceVersion\": \"1\"}, \"spec\": {}}";
        }
        return path.contains("/mutatingwebhookconfigurations")
                ? "{\"metadata\": {\"name\": \"tolerant\", \"resourceVersion\": \"1\"},"
                        + " \"webhooks\": [{\"name\": \"create.tolerant.dev\"}]}"
                : "";
    }

    private void list(HttpExchange exchange, String path) throws IOException, InterruptedException {
        Matcher token = CONTINUE.matcher(path);
        int from = token.find() ? Integer.parseInt(token.group(1)) : 0;
        int to = Math.min(from + PAGE, pods);
        if (from == 0) {
            first.await();
        } else if (from == pods / 2 / PAGE * PAGE) {
            halfAsked.countDown();
            half.await();
        }
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
            write(
                    body,
                    "{\"metadata\": {\"resourceVersion\": \"1\", \"continue\": \"" + (to < pods ? to : "")
                            + "\"}, \"items\": [");
            for (int i = from; i < to; i++) {
                write(body, i == from ? "" : ",");
                write(body, pod.replace(NAME, "pod-" + i).replace("OWNER", "owner-" + i / PODS_OF_AN_OWNER));
            }
            write(body, "]}");
        }
    }

    /** Tells no change, until it is closed. */
    private void watch(HttpExchange exchange, String path) throws IOException, InterruptedException {
        if (exchange.getRequestHeaders().containsKey("Upgrade")) {
            // The client then asks without a web socket.
            send(exchange, 200, "");
            return;
        }
        exchange.sendResponseHeaders(200, 0);
        // Without a first line, the server would keep back the head of its answer too.
        write(
                exchange.getResponseBody(),
                "{\"type\": \"BOOKMARK\", \"object\": {" + kind(path)
                        + ", \"metadata\": {\"resourceVersion\": \"1\"}}}\n");
        exchange.getResponseBody().flush();
        new CountDownLatch(1).await();
    }

    private static String kind(String path) {
        String kind = "\"apiVersion\": \"%s\", \"kind\": \"%s\"";
        if (path.contains("/tolerationpolicies")) {
            return kind.formatted("tolerant.dev/v1alpha1", "TolerationPolicy");
        }
        if (path.contains("/mutatingwebhookconfigurations")) {
            return kind.formatted("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration");
        }
        String core = path.contains("/namespaces") ? "Namespace" : path.contains("/nodes") ? "Node" : "Pod";
        return kind.formatted("v1", core);
    }

    private void answerLease(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("GET")) {
            ObjectMapper json = new ObjectMapper();
            ObjectNode sent = (ObjectNode) json.readTree(exchange.getRequestBody());
            sent.withObject("/metadata").put("resourceVersion", "1");
            lease = sent.toString();
        }
        send(exchange, lease.isEmpty() ? 404 : 200, lease.isEmpty() ? "{}" : lease);
    }

    private static void send(HttpExchange exchange, int code, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
