package dev.tolerant.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.apiserver.ServerProcess;
import dev.tolerant.testing.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.X509ExtendedTrustManager;

/** The packaged program in a process of its own, with the settings, the JVM options and the memory of the chart. */
final class RunningProgram implements AutoCloseable {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final Duration WARM_UP = Duration.ofSeconds(50);
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern HTTPS_PORT = Pattern.compile("Listening on: .*?https://[^ \"]*?:(\\d+)");
    private static final Pattern MANAGEMENT_PORT =
            Pattern.compile("Management interface listening on http://[^ \"]*?:(\\d+)");
    /** A frame of a stack trace in text, an exception in a line of JSON, or what the JVM itself writes at its end. */
    private static final Pattern HARM = Pattern.compile(
            "^\\s+at .*\\(|\"exceptionType\"|\"stackTrace\"|(?<!ExitOn)OutOfMemoryError|Terminating due to");

    private final ServerProcess process;
    private final int port;
    private final int managementPort;
    private final Supplier<X509ExtendedTrustManager> trust;

    private RunningProgram(ServerProcess process, Supplier<X509ExtendedTrustManager> trust) {
        this.process = process;
        this.port = portAfter(HTTPS_PORT);
        this.managementPort = portAfter(MANAGEMENT_PORT);
        this.trust = trust;
    }

    private int portAfter(Pattern words) {
        try {
            return words.matcher(process.log())
                    .results()
                    .map(found -> Integer.parseInt(found.group(1)))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Starts it without a cluster, with a mounted certificate for 127.0.0.1, and waits until it is ready. */
    static RunningProgram start(String name) {
        return start(name, Map.of());
    }

    /** The same with these settings over those of the chart. */
    static RunningProgram start(String name, Map<String, String> settings) {
        try {
            Path directory = Files.createDirectories(Path.of("target", "faults", name));
            Certificates certificates = Certificates.in(directory);
            Map<String, String> all = new TreeMap<>(certificates.settings());
            all.put("tolerant.policies.source", "none");
            all.putAll(settings);
            return startWith(name, all, certificates.authority());
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /** Starts it with these settings over those of the chart; its clients trust the authority in the file. */
    static RunningProgram startWith(String name, Map<String, String> settings, Path authority) {
        return startWith(name, settings, () -> trustIn(authority));
    }

    /** Starts it with these settings over those of the chart, for clients with this trust. */
    static RunningProgram startWith(
            String name, Map<String, String> settings, Supplier<X509ExtendedTrustManager> trust) {
        Map<String, String> all = new TreeMap<>(ChartSettings.defaults().settings());
        all.putAll(settings);
        // The program takes free ports and says which: one that a test finds could be taken until then.
        for (String port : List.of("quarkus.http.port", "quarkus.http.ssl-port", "quarkus.management.port")) {
            all.put(port, "0");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.forEach((setting, value) -> command.add("-D" + setting + "=" + value));
        command.addAll(List.of("-jar", JAR.toString()));
        ServerProcess process = ServerProcess.start(
                "fault-" + name, command, ChartSettings.defaults().environment());
        process.awaitReady(() -> MANAGEMENT_PORT.matcher(process.log()).find());
        RunningProgram program = new RunningProgram(process, trust);
        process.awaitReady(program::isReady);
        program.warmUpClients();
        return program;
    }

    /** The first connection of this JVM takes the time to load all that TLS needs, which is not the program's. */
    private void warmUpClients() {
        try (Load load = Load.closed("127.0.0.1", mutate().patient(WARM_UP), 1, Bodies.small())) {
            load.awaitAnswered(20);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The webhook's port, where a client waits as long as an API server does by the chart's defaults. */
    Target mutate() {
        return Target.https(port, "/mutate", trust);
    }

    private static X509ExtendedTrustManager trustIn(Path authority) {
        try {
            return Certificates.trustManager(Files.readString(authority));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    int port() {
        return port;
    }

    boolean isReady() throws IOException, InterruptedException {
        return get("/q/health/ready").statusCode() == 200;
    }

    /** What the readiness check says. */
    String readiness() throws IOException, InterruptedException {
        return get("/q/health/ready").body();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** All of the program's metrics, as Prometheus reads them. */
    String metrics() {
        try {
            return get("/q/metrics").body();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException("the metrics cannot be read", failed);
        }
    }

    /** The most memory that the process has ever had, in bytes. */
    long mostResidentMemory() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.handle().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
    }

    /** Fails unless the program lives, within its container's memory, and has logged no stack trace. */
    void assertUnharmed() throws IOException {
        assertNoStackTrace();
        assertThat(process.isAlive()).as("the program is alive").isTrue();
        assertThat(mostResidentMemory())
                .as("the most resident memory, of the container's limit")
                .isLessThan(ChartSettings.defaults().memoryLimit());
    }

    /** Fails if it has logged a stack trace; it may have ended. */
    void assertNoStackTrace() throws IOException {
        assertThat(process.log().lines().filter(line -> HARM.matcher(line).find()))
                .as("lines of the log with a stack trace, or of a JVM that ends")
                .isEmpty();
    }

    String log() throws IOException {
        return process.log();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends it SIGTERM, as a kubelet does, and does not wait. */
    void terminate() {
        process.terminate();
    }

    /** Sends it SIGKILL. */
    void kill() {
        process.kill();
    }

    /** Kills it: an orderly end would take the chart's delay. */
    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
