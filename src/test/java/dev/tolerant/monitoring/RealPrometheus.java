package dev.tolerant.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.apiserver.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Prometheus with the configuration of the tests, which scrapes one target every second. */
final class RealPrometheus implements AutoCloseable {
    private static final Path CONFIGURATION = Path.of("src/test/resources/prometheus/prometheus.yaml");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI address;
    private final ServerProcess process;

    private RealPrometheus(URI address, ServerProcess process) {
        this.address = address;
        this.process = process;
    }

    /**
     * @param directory where it keeps its data
     * @param target host and port that it scrapes
     * @param reads the port of the remote storage that it asks as well
     */
    static RealPrometheus start(Path directory, String target, int reads) {
        try {
            Path configuration = directory.resolve("prometheus.yaml");
            Files.writeString(
                    configuration,
                    Files.readString(CONFIGURATION).replace("TARGET", target).replace("READS", String.valueOf(reads)));
            String listen = "127.0.0.1:" + freePort();
            ServerProcess process = ServerProcess.start(
                    "prometheus",
                    List.of(
                            "prometheus",
                            "--config.file=" + configuration,
                            "--storage.tsdb.path=" + directory.resolve("data"),
                            "--web.listen-address=" + listen),
                    Map.of());
            RealPrometheus prometheus = new RealPrometheus(URI.create("http://" + listen), process);
            process.awaitReady(() -> prometheus.get("/-/ready").statusCode() == 200);
            return prometheus;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What an expression returns now. */
    List<Sample> query(String expression) {
        List<Sample> samples = new ArrayList<>();
        for (JsonNode result :
                data("/api/v1/query?query=" + encoded(expression)).get("result")) {
            Map<String, String> labels = JSON.convertValue(
                    result.get("metric"),
                    JSON.getTypeFactory().constructMapType(Map.class, String.class, String.class));
            samples.add(
                    new Sample(labels, Double.parseDouble(result.at("/value/1").textValue())));
        }
        return samples;
    }

    /** The values that a label has in the series of a selector. */
    List<String> labelValues(String label, String selector) {
        List<String> values = new ArrayList<>();
        data("/api/v1/label/" + label + "/values?match[]=".replace("[]", "%5B%5D") + encoded(selector))
                .forEach(value -> values.add(value.textValue()));
        return values;
    }

    private JsonNode data(String path) {
        try {
            HttpResponse<String> answer = get(path);
            if (answer.statusCode() != 200) {
                throw new AssertionError("Prometheus does not take " + path + ": " + answer.body());
            }
            return JSON.readTree(answer.body()).get("data");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(address.resolve(path))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.close();
    }
}
