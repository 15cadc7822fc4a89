package dev.tolerant.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * Runs benchmarks of the engine alone with JMH, each in processes of its own.
 *
 * @param checkout where the engine and its benchmarks come from
 */
record Jmh(Jvm jvm, Checkout checkout, int forks, int warmUps, int iterations, int iterationMillis) {
    private static final double WARM_UP_SECONDS = 1;
    private static final double START_SECONDS = 2;

    /** What a benchmark takes: the best of all iterations, because other work on the machine can only slow one down. */
    record Result(double micros, double kilobytes) {}

    /** About how long one benchmark takes, in seconds. */
    double seconds() {
        return START_SECONDS + forks * (1 + warmUps * WARM_UP_SECONDS + iterations * iterationMillis / 1000.0);
    }

    /** Runs a benchmark with a value of its parameter. */
    Result run(String benchmark, String parameter, String value) throws IOException, InterruptedException {
        Path results = Files.createTempFile("jmh", ".json");
        Path log = Files.createDirectories(Path.of("target/bench")).resolve("jmh.log");
        try {
            Process jmh = new ProcessBuilder(
                            command(benchmark.replace(".", "[.]") + "$", parameter + "=" + value, results))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (jmh.waitFor() != 0) {
                throw new IOException("JMH could not run " + benchmark + ":\n" + Files.readString(log));
            }
            return result(results.toFile(), benchmark);
        } finally {
            Files.delete(results);
        }
    }

    private List<String> command(String include, String parameter, Path results) throws IOException {
        return List.of(
                jvm.java().toString(),
                "-cp",
                checkout.classPath(),
                "org.openjdk.jmh.Main",
                include,
                "-p",
                parameter,
                "-jvmArgs",
                String.join(" ", jvm.options()) + " -Djava.util.logging.manager=org.jboss.logmanager.LogManager -Xmx1g",
                "-f",
                String.valueOf(forks),
                "-wi",
                String.valueOf(warmUps),
                "-w",
                (int) (WARM_UP_SECONDS * 1000) + "ms",
                "-i",
                String.valueOf(iterations),
                "-r",
                iterationMillis + "ms",
                "-prof",
                "gc",
                "-foe",
                "true",
                "-rf",
                "json",
                "-rff",
                results.toString());
    }

    private static Result result(File results, String benchmark) throws IOException {
        JsonNode all = new ObjectMapper().readTree(Files.readString(results.toPath(), StandardCharsets.UTF_8));
        if (all.size() != 1) {
            throw new IOException(
                    "there are " + all.size() + " benchmarks " + benchmark + " with this parameter, not one");
        }
        JsonNode result = all.get(0);
        double best = StreamSupport.stream(result.at("/primaryMetric/rawData").spliterator(), false)
                .flatMap(fork -> StreamSupport.stream(fork.spliterator(), false))
                .mapToDouble(JsonNode::doubleValue)
                .min()
                .orElse(Double.NaN);
        double bytes = result.at("/secondaryMetrics/gc.alloc.rate.norm/score").doubleValue();
        return new Result(best, bytes / 1000);
    }
}
