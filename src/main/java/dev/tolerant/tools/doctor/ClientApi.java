package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A cluster that a client of Kubernetes' API asks. */
public final class ClientApi implements ClusterApi, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;

    /** Closes the client with itself. */
    public ClientApi(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public JsonNode get(String path) throws UnansweredException {
        try {
            return tree(client.raw(path, "GET", null));
        } catch (KubernetesClientException failed) {
            if (failed.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return MissingNode.getInstance();
            }
            throw new UnansweredException(why(failed, "you may not read " + path));
        }
    }

    @Override
    public ApiAnswer post(String path, JsonNode object) throws UnansweredException {
        try {
            return new ApiAnswer(HttpURLConnection.HTTP_CREATED, tree(client.raw(path, "POST", object.toString())), "");
        } catch (KubernetesClientException failed) {
            if (failed.getCode() <= 0) {
                throw new UnansweredException(why(failed, ""));
            }
            return new ApiAnswer(failed.getCode(), MissingNode.getInstance(), message(failed));
        }
    }

    @Override
    public Tunnel tunnel(String namespace, String pod, int port) throws UnansweredException {
        try {
            LocalPortForward forward = client.pods()
                    .inNamespace(namespace)
                    .withName(pod)
                    .portForward(port, InetAddress.getLoopbackAddress(), 0);
            return new ForwardedPort(forward);
        } catch (KubernetesClientException failed) {
            throw new UnansweredException(why(failed, "you may not forward ports of pods"));
        }
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private static String why(KubernetesClientException failed, String forbidden) {
        return switch (failed.getCode()) {
            case -1, 0 -> "the API server cannot be reached: " + message(failed);
            case HttpURLConnection.HTTP_UNAUTHORIZED -> "the API server does not accept these credentials (401)";
            case HttpURLConnection.HTTP_FORBIDDEN -> forbidden;
            default -> "the API server answers " + failed.getCode() + ": " + message(failed);
        };
    }

    /** The API server's own message, without the client's words around it. */
    private static String message(KubernetesClientException failed) {
        Status status = failed.getStatus();
        if (status != null && status.getMessage() != null) {
            return status.getMessage();
        }
        Throwable cause = failed.getCause();
        return String.valueOf(cause == null ? failed.getMessage() : cause.getMessage());
    }

    /** A port of a pod, forwarded by the API server. */
    private record ForwardedPort(LocalPortForward forward) implements Tunnel {
        @Override
        public InetSocketAddress address() {
            return new InetSocketAddress(forward.getLocalAddress(), forward.getLocalPort());
        }

        @Override
        public void close() {
            try {
                forward.close();
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }
}
