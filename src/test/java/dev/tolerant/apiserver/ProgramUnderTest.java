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

/** The packaged program in a process of its own; it serves HTTPS and not HTTP. */
record ProgramUnderTest(String url, String managementUrl, ServerProcess process) implements AutoCloseable {
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

    static List<String> command(int port, int managementPort, Map<String, String> settings) {
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
