package dev.tolerant.server.fleet;

import dev.tolerant.api.Answer;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.ListPages;
import dev.tolerant.api.StreamedAnswer;
import dev.tolerant.engine.model.StoredPod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** The cluster's pods as its API server has them, as bytes: a watch that is read while it arrives, and patches. */
final class Pods {
    private static final String PATH = "/api/v1/pods";
    /** The list of all pods. */
    static final ListPages.Query ALL = new ListPages.Query(PATH + "?limit=" + ListPages.LIMIT, "all pods", "pods");

    /** A patch takes as long as webhooks that are down: 30 seconds each at most. */
    private static final Duration PATCH = Duration.ofMinutes(1);

    private final ApiServer server;

    /** {@code timer} ends what the API server leaves hanging. */
    Pods(KubernetesClient client, ScheduledExecutorService timer) {
        this.server = ApiServer.of(client, timer);
    }

    /** The API server that has them. */
    ApiServer server() {
        return server;
    }

    /** The changes of all pods since this version, one JSON object a line. */
    StreamedAnswer watch(String resourceVersion) throws IOException, InterruptedException {
        return server.watch(PATH, resourceVersion);
    }

    Answer get(PodKey pod) throws IOException, InterruptedException {
        return server.answer(server.request(path(pod)).build());
    }

    /** Applies a JSON Patch. */
    Answer patch(PodKey pod, byte[] patch) throws IOException, InterruptedException {
        return server.answer(
                server.request(path(pod) + "?fieldManager=" + StoredPod.KEEPER)
                        .method("PATCH", "application/json-patch+json", new String(patch, StandardCharsets.UTF_8))
                        .build(),
                PATCH);
    }

    private static String path(PodKey pod) {
        return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    }
}
