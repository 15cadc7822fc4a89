package dev.tolerant.fleet;

import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The cluster's pods as its API server has them, as bytes: lists and watches that are read while they arrive, and patches. */
final class Pods {
    static final String ALL = "/api/v1/pods";

    /** The name under which managedFields have what the keeper changed. */
    static final String FIELD_MANAGER = "tolerant-fleet";

    private static final String JSON = "application/json";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** The API server ends a watch by itself after this time. */
    private static final Duration WATCH = Duration.ofMinutes(4);
    /** A page of the list must not take longer, or the watch by this much. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final HttpClient http;
    private final URI server;
    private final ScheduledExecutorService timer;

    /** {@code timer} ends what the API server leaves hanging. */
    Pods(KubernetesClient client, ScheduledExecutorService timer) {
        // The client's own retries would know neither the keeper's pace nor when it has stopped.
        Client once = client.newClient(
                new RequestConfigBuilder().withRequestRetryBackoffLimit(0).build());
        this.http = once.getHttpClient();
        this.server = URI.create(once.getMasterUrl().toString().replaceFirst("/$", ""));
        this.timer = timer;
    }

    /** A page of the list of pods. */
    StreamedAnswer list(String path) throws IOException, InterruptedException {
        return stream(path, GRACE);
    }

    /** The changes of all pods since this version, one JSON object a line. */
    StreamedAnswer watch(String resourceVersion) throws IOException, InterruptedException {
        String path = ALL + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=" + WATCH.toSeconds()
                + "&resourceVersion=" + URLEncoder.encode(resourceVersion, StandardCharsets.UTF_8);
        return stream(path, WATCH.plus(GRACE));
    }

    Answer get(PodKey pod) throws IOException, InterruptedException {
        return answer(request(path(pod)).build());
    }

    /** Applies a JSON Patch. */
    Answer patch(PodKey pod, byte[] patch) throws IOException, InterruptedException {
        return answer(request(path(pod) + "?fieldManager=" + FIELD_MANAGER)
                .method("PATCH", "application/json-patch+json", new String(patch, StandardCharsets.UTF_8))
                .build());
    }

    private static String path(PodKey pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }

    private HttpRequest.Builder request(String path) {
        return http.newHttpRequestBuilder().uri(server + path).header("Accept", JSON);
    }

    private Answer answer(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = send(request, byte[].class);
        return new Answer(response.code(), response.body(), StreamedAnswer.retryAfterSeconds(response));
    }

    private StreamedAnswer stream(String path, Duration patience) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = send(request(path).build(), InputStream.class);
        return StreamedAnswer.of(response, timer, patience);
    }

    private <T> HttpResponse<T> send(HttpRequest request, Class<T> type) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> sent = http.sendAsync(request, type);
        try {
            return sent.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("the API server cannot be asked: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("the API server did not answer within " + PATIENCE.toSeconds() + " s", late);
        } finally {
            sent.cancel(true);
        }
    }
}
