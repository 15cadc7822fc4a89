package dev.tolerant.apiserver;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The API server's store, on loopback, for one run. */
record Etcd(String url, ServerProcess process) implements AutoCloseable {

    /** Starts it and waits until it is healthy. */
    static Etcd start(String name, Assets assets, Path data, FreePorts ports) {
        String url = "http://127.0.0.1:" + ports.next();
        String peers = "http://127.0.0.1:" + ports.next();
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest health = HttpRequest.newBuilder(URI.create(url + "/health")).build();
        ServerProcess process = ServerProcess.start(name, command(assets.etcd(), data, url, peers), Map.of())
                .awaitReady(() -> http.send(health, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200);
        return new Etcd(url, process);
    }

    /** The flags of envtest and a free peer address, because another etcd may use the default one. */
    private static List<String> command(Path binary, Path data, String url, String peers) {
        return List.of(
                binary.toString(),
                "--name=test",
                "--data-dir=" + data,
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=test=" + peers,
                "--unsafe-no-fsync=true");
    }

    @Override
    public void close() {
        process.close();
    }
}
