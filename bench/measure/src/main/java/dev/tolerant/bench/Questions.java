package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Measures how long {@code kubectl tolerant} takes over clusters of several sizes, in a heap of 512 MB. */
record Questions(List<Integer> sizes, int runs) implements Measurement {
    private static final int NODES = 1000;
    private static final double SECONDS_TO_ANSWER = 3;
    private static final int NEWLY_REFUSED = 1;
    private static final Path LAUNCHER = Path.of("bin/tolerant");
    private static final Path DIRECTORY = Path.of("target/bench");

    @Override
    public String title() {
        return "kubectl tolerant over " + sizes.stream().map("%,d"::formatted).collect(Collectors.joining(", then "))
                + " pods";
    }

    @Override
    public double seconds() {
        return sizes.size() * runs * 6 * SECONDS_TO_ANSWER;
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        Path policies =
                Files.writeString(Files.createDirectories(DIRECTORY).resolve("policies.yaml"), ClusterFile.POLICIES);
        for (int pods : sizes) {
            report.say("questions about %,d pods on %,d nodes".formatted(pods, NODES));
            String over = " over %,d pods".formatted(pods);
            Path alike = cluster(pods, ClusterFile.FEW_TEMPLATES);
            // The first run leaves an archive of the launcher's classes behind.
            seconds(List.of("dump"), alike);
            Samples reading = samples(List.of("dump"), alike);
            for (List<String> question : List.of(
                    List.of("whatif", "-f", policies.toString()),
                    List.of("drill", "node/node-1"),
                    List.of("coverage"))) {
                report.add(row(question.get(0) + over, samples(question, alike), reading));
            }
            Path different = cluster(pods, Integer.MAX_VALUE);
            report.add(row(
                    "whatif" + over + ", all templates different",
                    samples(List.of("whatif", "-f", policies.toString()), different),
                    samples(List.of("dump"), different)));
        }
    }

    private static Row row(String what, Samples answering, Samples reading) {
        return Row.difference(what, "s", answering, reading, "at most 5 more", "reading it and writing it as a dump");
    }

    private static Path cluster(int pods, int distinct) throws IOException {
        Path file = DIRECTORY.resolve("cluster.json");
        new ClusterFile(pods, NODES, distinct).write(file);
        return file;
    }

    private Samples samples(List<String> question, Path cluster) throws IOException, InterruptedException {
        double[] seconds = new double[runs];
        for (int run = 0; run < runs; run++) {
            seconds[run] = seconds(question, cluster);
        }
        return Samples.of(seconds);
    }

    /** How long a question takes, from the start of its process to its end. */
    private static double seconds(List<String> question, Path cluster) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(LAUNCHER.toString(), "kubectl"));
        command.addAll(question);
        command.addAll(List.of("-f", cluster.toString()));
        Path errors = DIRECTORY.resolve("question.log");
        ProcessBuilder asking = new ProcessBuilder(command)
                .redirectOutput(DIRECTORY.resolve("question.out").toFile())
                .redirectError(errors.toFile());
        asking.environment().put("JAVA_OPTS", "-Xmx512m");
        asking.environment()
                .put(
                        "XDG_CACHE_HOME",
                        DIRECTORY.resolve("cache").toAbsolutePath().toString());
        long start = System.nanoTime();
        int code = asking.start().waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (code != 0 && code != NEWLY_REFUSED) {
            throw new IOException(String.join(" ", command) + " ended with " + code + ":\n" + Files.readString(errors));
        }
        return seconds;
    }
}
