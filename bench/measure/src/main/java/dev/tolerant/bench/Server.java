package dev.tolerant.bench;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running server, in a process of its own. */
final class Server implements AutoCloseable {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Process process;
    private final Ports ports;
    private final double secondsToReady;

    private Server(Process process, Ports ports, double secondsToReady) {
        this.process = process;
        this.ports = ports;
        this.secondsToReady = secondsToReady;
    }

    /** Starts the application, and returns once its readiness probe succeeds. */
    static Server start(Application application, Jvm jvm) throws IOException, InterruptedException {
        Ports ports = Ports.free();
        List<String> command = new ArrayList<>(List.of(jvm.java().toString()));
        command.addAll(jvm.options());
        command.addAll(application.properties());
        command.add("-Dquarkus.http.port=" + ports.http());
        command.add("-Dquarkus.http.ssl-port=" + ports.https());
        command.add("-Dquarkus.management.port=" + ports.management());
        command.addAll(List.of("-jar", "quarkus-run.jar"));
        Path log = Files.createDirectories(Path.of("target/bench")).resolve(application.name() + ".log");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .directory(application.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitReady(process, ports, start, log);
        return new Server(process, ports, (System.nanoTime() - start) / 1e9);
    }

    private static void awaitReady(Process process, Ports ports, long start, Path log)
            throws IOException, InterruptedException {
        HttpRequest question = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + ports.management() + "/q/health/ready"))
                .build();
        // The management port can answer before the port for reviews is open.
        while (!isReady(question) || !isOpen(ports.https())) {
            boolean late = System.nanoTime() - start > PATIENCE.toNanos();
            if (late || !process.isAlive()) {
                process.destroyForcibly();
                throw new IOException("the server is not ready; its log is " + log);
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static boolean isReady(HttpRequest question) throws InterruptedException {
        try {
            return CLIENT.send(question, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket("localhost", port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    String url() {
        return "https://localhost:" + ports.https() + "/mutate";
    }

    int port() {
        return ports.https();
    }

    double secondsToReady() {
        return secondsToReady;
    }

    /** The process's memory in MB: {@code VmRSS} for now, {@code VmHWM} for the most that it ever was. */
    double megabytes(String which) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith(which + ":")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        return Double.NaN;
    }

    /** The heap in use in MB, after a garbage collection. */
    double heapMegabytesAfterCollection() throws IOException, InterruptedException {
        collectGarbage();
        return metric("jvm_memory_used_bytes{area=\"heap\"") / 1e6;
    }

    /** The processor time that it has used. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /** The sum of the metrics whose lines begin so. */
    double metric(String begin) throws IOException, InterruptedException {
        HttpRequest question = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + ports.management() + "/q/metrics"))
                .build();
        double sum = 0;
        for (String line : CLIENT.send(question, HttpResponse.BodyHandlers.ofString())
                .body()
                .split("\n")) {
            if (line.startsWith(begin)) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return sum;
    }

    /** Collects garbage, all of it. */
    void collectGarbage() throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        int code = new ProcessBuilder(jcmd, String.valueOf(process.pid()), "GC.run")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectErrorStream(true)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("jcmd ended with " + code);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
