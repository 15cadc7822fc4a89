package dev.tolerant.server.keeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.server.cluster.Election;
import dev.tolerant.testing.StoredObjects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one Lease of a server, which is there from the start, as a chart installs it. */
final class Leases {
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

    private @Nullable ObjectNode lease;
    private int version;

    Leases() {
        install();
    }

    /** Stores a Lease as a chart installs it, without a spec. */
    synchronized void install() {
        lease = PodServer.JSON.createObjectNode();
        lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata")
                .put("name", Election.LEASE)
                .put("namespace", "tolerant")
                .put("resourceVersion", String.valueOf(++version));
    }

    synchronized void remove() {
        lease = null;
    }

    synchronized void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        if (lease == null) {
            PodServer.send(exchange, 404, NOTHING);
        } else if (method.equals("GET")) {
            send(exchange, lease);
        } else {
            JsonNode patch = PodServer.JSON.readTree(exchange.getRequestBody());
            JsonNode read = patch.at("/metadata/resourceVersion");
            if (!read.isMissingNode() && !read.equals(lease.at("/metadata/resourceVersion"))) {
                PodServer.send(exchange, 409, NOTHING);
                return;
            }
            send(exchange, merge(patch));
        }
    }

    private static void send(HttpExchange exchange, ObjectNode lease) throws IOException {
        PodServer.send(exchange, 200, PodServer.JSON.writeValueAsBytes(lease));
    }

    /** Changes the Lease by a merge patch. */
    synchronized ObjectNode merge(JsonNode patch) {
        ObjectNode merged = Objects.requireNonNull(lease);
        StoredObjects.merge(merged, patch);
        merged.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
        return merged;
    }

    synchronized JsonNode lease() {
        return lease == null ? PodServer.JSON.createObjectNode() : lease.deepCopy();
    }
}
