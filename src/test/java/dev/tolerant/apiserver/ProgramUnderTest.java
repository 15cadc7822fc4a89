package dev.tolerant.apiserver;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The packaged program as a process, which serves HTTPS from mounted PEM files and no HTTP. */
record ProgramUnderTest(String url, ServerProcess process) implements AutoCloseable {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");

    /** Starts it with these settings, and waits until it says that it is ready. */
    static ProgramUnderTest start(
            String name,
            Certificates certificates,
            FreePorts ports,
            Map<String, String> settings,
            Map<String, String> environment) {
        int port = ports.next();
        int managementPort = ports.next();
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + "/q/health/ready"))
                .build();
        ServerProcess process = ServerProcess.start(
                        name, command(certificates, port, managementPort, settings), environment)
                .awaitReady(() ->
                        http.send(ready, HttpResponse.BodyHandlers.discarding()).statusCode() == 200);
        return new ProgramUnderTest("https://127.0.0.1:" + port, process);
    }

    static List<String> command(Certificates certificates, int port, int managementPort, Map<String, String> settings) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.insecure-requests=disabled",
                "-Dquarkus.http.ssl-port=" + port,
                "-Dquarkus.http.tls-configuration-name=mounted",
                "-Dquarkus.tls.mounted.key-store.pem.0.cert=" + certificates.certificate(),
                "-Dquarkus.tls.mounted.key-store.pem.0.key=" + certificates.key(),
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=" + managementPort));
        settings.forEach((setting, value) -> command.add("-D" + setting + "=" + value));
        command.add("-jar");
        command.add(JAR.toString());
        return List.copyOf(command);
    }

    @Override
    public void close() {
        process.close();
    }
}
