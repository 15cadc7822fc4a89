package dev.tolerant.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.server.cluster.StoredObjects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one Lease of a server. */
final class Leases {
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

    private @Nullable ObjectNode lease;
    private int version;

    synchronized void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        if (method.equals("POST")) {
            lease = (ObjectNode) PodServer.JSON.readTree(exchange.getRequestBody());
            send(exchange, 201);
        } else if (lease == null) {
            PodServer.send(exchange, 404, NOTHING);
        } else if (method.equals("GET")) {
            PodServer.send(exchange, 200, PodServer.JSON.writeValueAsBytes(lease));
        } else {
            JsonNode patch = PodServer.JSON.readTree(exchange.getRequestBody());
            JsonNode read = patch.at("/metadata/resourceVersion");
            if (!read.isMissingNode() && !read.equals(lease.at("/metadata/resourceVersion"))) {
                PodServer.send(exchange, 409, NOTHING);
                return;
            }
            StoredObjects.merge(lease, patch);
            send(exchange, 200);
        }
    }

    private void send(HttpExchange exchange, int code) throws IOException {
        ObjectNode lease = Objects.requireNonNull(this.lease);
        ((ObjectNode) lease.get("metadata")).put("resourceVersion", String.valueOf(++version));
        PodServer.send(exchange, code, PodServer.JSON.writeValueAsBytes(lease));
    }

    /** Stores a Lease as a chart installs it, or as another replica holds it. */
    synchronized void put(String json) throws IOException {
        lease = (ObjectNode) PodServer.JSON.readTree(json);
        ((ObjectNode) lease.get("metadata")).put("resourceVersion", String.valueOf(++version));
    }

    synchronized JsonNode lease() {
        return lease == null ? PodServer.JSON.createObjectNode() : lease.deepCopy();
    }
}
