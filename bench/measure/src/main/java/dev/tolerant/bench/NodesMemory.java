package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Measures what nodes take of the heap, and how long it takes to read them, beside a cluster without nodes. */
record NodesMemory(Path certificate, Jvm jvm, int nodes) {
    private static final int LOOKS = 3;

    /**
     * A start in a cluster.
     *
     * @param megabytes in use after a garbage collection
     * @param seconds until the program was ready
     * @param most of the process's memory in MB that it ever had
     */
    private record Seen(double megabytes, double seconds, double most) {}

    List<Row> rows() throws IOException, InterruptedException {
        Seen without = seen(0);
        Seen with = seen(nodes);
        return List.of(
                Row.difference(
                        "heap in use with %,d nodes of 30 kB".formatted(nodes),
                        "MB",
                        Samples.of(with.megabytes()),
                        Samples.of(without.megabytes()),
                        "at most 16 more",
                        "without nodes; %.0f MB the process at most, %.0f without"
                                .formatted(with.most(), without.most())),
                Row.difference(
                        "start to ready with them",
                        "s",
                        Samples.of(with.seconds()),
                        Samples.of(without.seconds()),
                        "",
                        "without nodes"));
    }

    private Seen seen(int count) throws IOException, InterruptedException {
        try (NodesCluster cluster = NodesCluster.start(count);
                Server program = Server.start(
                        Application.program(Path.of("target/quarkus-app"), certificate)
                                .inCluster(cluster.url()),
                        jvm)) {
            if (cluster.sent() != count) {
                throw new IOException("the program was ready after " + cluster.sent() + " of " + count + " nodes");
            }
            double least = Double.MAX_VALUE;
            for (int look = 0; look < LOOKS; look++) {
                least = Math.min(least, program.heapMegabytesAfterCollection());
            }
            return new Seen(least, program.secondsToReady(), program.megabytes("VmHWM"));
        }
    }
}
