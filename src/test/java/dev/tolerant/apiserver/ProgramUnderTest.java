package dev.tolerant.apiserver;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;

/** The packaged program in a process of its own; it serves HTTPS and not HTTP. */
record ProgramUnderTest(String url, String managementUrl, ServerProcess process) implements AutoCloseable {
    static final Path REVIEW = Path.of("src/test/resources/reviews/pod-create-web.json");
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Starts it with these settings, and waits until it is ready. */
    static ProgramUnderTest start(
            String name, FreePorts ports, Map<String, String> settings, Map<String, String> environment) {
        ProgramUnderTest program = startUnready(name, ports, settings, environment);
        program.awaitReady();
        return program;
    }

    /** Starts it with these settings, and waits until it is alive. */
    static ProgramUnderTest startUnready(
            String name, FreePorts ports, Map<String, String> settings, Map<String, String> environment) {
        int port = ports.next();
        int managementPort = ports.next();
        ProgramUnderTest program = new ProgramUnderTest(
                "https://127.0.0.1:" + port,
                "http://127.0.0.1:" + managementPort,
                ServerProcess.start(name, command(port, managementPort, settings), environment));
        program.process.awaitReady(() -> program.get("/q/health/live").statusCode() == 200);
        return program;
    }

    void awaitReady() {
        process.awaitReady(() -> get("/q/health/ready").statusCode() == 200);
    }

    private static List<String> command(int port, int managementPort, Map<String, String> settings) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                // These programs run for seconds.
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.insecure-requests=disabled",
                "-Dquarkus.http.ssl-port=" + port,
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=" + managementPort));
        settings.forEach((setting, value) -> command.add("-D" + setting + "=" + value));
        command.add("-jar");
        command.add(JAR.toString());
        return List.copyOf(command);
    }

    /** What the management port answers. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(managementUrl + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A client like an API server's, with connections of its own. */
    static HttpClient client(SSLContext trust) {
        return HttpClient.newBuilder()
                .sslContext(trust)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    CompletableFuture<HttpResponse<String>> review(HttpClient client, HttpRequest.BodyPublisher body) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(url + "/mutate?timeout=5s"))
                        .header("Content-Type", "application/json")
                        .POST(body)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Sends it SIGTERM, as a kubelet does, and does not wait. */
    void terminate() {
        process.terminate();
    }

    boolean hasLogged(String text) throws IOException {
        return process.hasLogged(text);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
