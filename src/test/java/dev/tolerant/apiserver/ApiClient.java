package dev.tolerant.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends plain requests to the API server as one user, so that a test controls exactly what it sends. */
final class ApiClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String url;
    private final String token;
    private final HttpClient http;

    ApiClient(String url, String token, SSLContext trust) {
        this.url = url;
        this.token = token;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trust)
                .build();
    }

    ApiAnswer get(String path) {
        return send("GET", path, "", null);
    }

    /** The columns and rows that {@code kubectl get} prints. */
    ApiAnswer table(String path) {
        return send("GET", path, "", "application/json;as=Table;v=v1;g=meta.k8s.io", null);
    }

    ApiAnswer post(String path, JsonNode object) {
        return send("POST", path, "application/json", object);
    }

    ApiAnswer put(String path, JsonNode object) {
        return send("PUT", path, "application/json", object);
    }

    ApiAnswer mergePatch(String path, JsonNode patch) {
        return send("PATCH", path, "application/merge-patch+json", patch);
    }

    ApiAnswer jsonPatch(String path, JsonNode patch) {
        return send("PATCH", path, "application/json-patch+json", patch);
    }

    /** A server-side apply, as {@code kubectl apply --server-side} sends it; the JSON body counts as YAML. */
    ApiAnswer apply(String path, JsonNode object) {
        return send("PATCH", path + "?fieldManager=kubectl&force=true", "application/apply-patch+yaml", object);
    }

    ApiAnswer delete(String path) {
        return send("DELETE", path, "", null);
    }

    private ApiAnswer send(String method, String path, String contentType, @Nullable JsonNode body) {
        return send(method, path, contentType, "application/json", body);
    }

    private ApiAnswer send(String method, String path, String contentType, String accept, @Nullable JsonNode body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token)
                .header("Accept", accept);
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.method(method, HttpRequest.BodyPublishers.ofString(body.toString()))
                    .header("Content-Type", contentType);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new ApiAnswer(
                    response.statusCode(),
                    json(response.body()),
                    ApiAnswer.texts(response.headers().allValues("Warning")));
        } catch (IOException failed) {
            throw new UncheckedIOException(method + " " + path, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(method + " " + path, interrupted);
        }
    }

    /** Health paths answer with plain text. */
    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException notJson) {
            return TextNode.valueOf(text);
        }
    }
}
