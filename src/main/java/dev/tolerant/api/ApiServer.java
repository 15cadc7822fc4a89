package dev.tolerant.api;

import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
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
import org.jspecify.annotations.Nullable;

/** An API server that is asked with paths, and answers with bytes. */
public final class ApiServer {
    private static final Mask RESOURCES = Mask.of().with("resources", Mask.ofValues("name"));
    /** The wait for the beginning of an answer, unless the caller sets another time. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A page of a list must not pause for longer. */
    private static final Duration PAGE = Duration.ofMinutes(1);

    /** The API server ends a watch by itself after this time. */
    private static final Duration WATCH = Duration.ofMinutes(4);
    /** It tells a watch something every minute, a bookmark if nothing has changed. */
    private static final Duration SILENCE = Duration.ofSeconds(90);

    private final HttpClient http;
    private final URI server;
    private final ScheduledExecutorService timer;
    private final Duration patience;

    /** Without the client's own retries, which would know neither the caller's pace nor when it stops. */
    public static ApiServer of(KubernetesClient client, ScheduledExecutorService timer) {
        Client once = client.newClient(
                new RequestConfigBuilder().withRequestRetryBackoffLimit(0).build());
        return new ApiServer(
                once.getHttpClient(), URI.create(once.getMasterUrl().toString()), timer, PATIENCE);
    }

    /**
     * @param http without retries of its own
     * @param timer ends what the API server leaves hanging
     * @param patience with the beginning of an answer
     */
    public ApiServer(HttpClient http, URI address, ScheduledExecutorService timer, Duration patience) {
        this.http = http;
        this.server = URI.create(address.toString().replaceFirst("/$", ""));
        this.timer = timer;
        this.patience = patience;
    }

    public HttpRequest.Builder request(String path) {
        return http.newHttpRequestBuilder().uri(server + path).header("Accept", "application/json");
    }

    public ApiResponse answer(HttpRequest request) throws IOException, InterruptedException {
        return answer(request, patience);
    }

    /**
     * @param patience for which the API server may need
     */
    public ApiResponse answer(HttpRequest request, Duration patience) throws IOException, InterruptedException {
        return whole(send(request, byte[].class, patience));
    }

    private static ApiResponse whole(HttpResponse<byte[]> response) {
        return new ApiResponse(response.code(), response.body(), StreamedResponse.retryAfterSeconds(response));
    }

    /** Null if the API server does not say whether it has the kind with this plural in the group and version of the path. */
    public @Nullable Boolean has(String path, String plural) throws InterruptedException {
        try {
            ApiResponse answer = answer(request(path).build());
            return answer.isSuccess()
                    ? (Boolean) TreeReader.read(answer.body(), RESOURCES)
                            .path("resources")
                            .findValuesAsText("name")
                            .contains(plural)
                    : answer.isNotFound() ? false : null;
        } catch (IOException unanswered) {
            return null;
        }
    }

    /** The answer to a GET, to be waited for by no thread; it fails where none has come in time. */
    public CompletableFuture<ApiResponse> ask(String path, Duration patience) {
        CompletableFuture<HttpResponse<byte[]>> sent =
                http.sendAsync(request(path).build(), byte[].class);
        return sent.thenApply(ApiServer::whole)
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, late) -> sent.cancel(true));
    }

    public StreamedResponse list(String path) throws IOException, InterruptedException {
        return stream(path, PAGE);
    }

    /**
     * The changes of what the path lists since this version, one {@link WatchEvent} a line; the reader goes on after it ends.
     *
     * @param path with a query or without one
     */
    public StreamedResponse watch(String path, String resourceVersion) throws IOException, InterruptedException {
        return stream(
                path + (path.contains("?") ? "&" : "?") + "watch=true&allowWatchBookmarks=true&timeoutSeconds="
                        + WATCH.toSeconds() + "&resourceVersion="
                        + URLEncoder.encode(resourceVersion, StandardCharsets.UTF_8),
                SILENCE);
    }

    /** Read while it arrives, and given up where nothing has arrived for this time. */
    private StreamedResponse stream(String path, Duration silence) throws IOException, InterruptedException {
        return new StreamedResponse(send(request(path).build(), InputStream.class, patience), timer, silence);
    }

    private <T> HttpResponse<T> send(HttpRequest request, Class<T> type, Duration patience)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> sent = http.sendAsync(request, type);
        try {
            return sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new IOException("the API server cannot be asked: " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("the API server did not answer within " + patience.toSeconds() + " s", late);
        } finally {
            sent.cancel(true);
        }
    }
}
