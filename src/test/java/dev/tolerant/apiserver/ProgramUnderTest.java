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

    /** Starts it with these settings, and waits until it is ready. */
    static ProgramUnderTest start(
            String name, FreePorts ports, Map<String, String> settings, Map<String, String> environment) {
        return start(name, ports, settings, environment, "/q/health/ready");
    }

    /** Starts it with these settings, and waits until it is alive. */
    static ProgramUnderTest startUnready(
            String name, FreePorts ports, Map<String, String> settings, Map<String, String> environment) {
        return start(name, ports, settings, environment, "/q/health/live");
    }

    private static ProgramUnderTest start(
            String name,
            FreePorts ports,
            Map<String, String> settings,
            Map<String, String> environment,
            String awaited) {
        int port = ports.next();
        int managementPort = ports.next();
        HttpClient http = HttpClient.newHttpClient();
        String managementUrl = "http://127.0.0.1:" + managementPort;
        HttpRequest health =
                HttpRequest.newBuilder(URI.create(managementUrl + awaited)).build();
        ServerProcess process = ServerProcess.start(name, command(port, managementPort, settings), environment)
                .awaitReady(() -> http.send(health, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200);
        return new ProgramUnderTest("https://127.0.0.1:" + port, managementUrl, process);
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

    /** Sends it SIGTERM, as a kubelet does, and does not wait. */
    void terminate() {
        process.terminate();
    }

    /** What the management port answers. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(managementUrl + path)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** The answer to a review that is sent at once. */
    HttpResponse<String> review(SSLContext trust) throws IOException {
        return review(trust, HttpRequest.BodyPublishers.ofFile(REVIEW)).join();
    }

    CompletableFuture<HttpResponse<String>> review(SSLContext trust, HttpRequest.BodyPublisher body) {
        return HttpClient.newBuilder()
                .sslContext(trust)
                .build()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(url + "/mutate"))
                                .header("Content-Type", "application/json")
                                .POST(body)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** Everything that it has logged so far. */
    String log() throws IOException {
        return process.log();
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
