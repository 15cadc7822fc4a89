package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Measures a keeper's pass over the pods of clusters of several sizes, from the start of the list to its end. */
record Fleet(Path certificate, Jvm jvm, List<Integer> sizes) implements Measurement {
    private static final double PODS_PER_SECOND = 2000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String LAST_PASS = "tolerant_fleet_last_pass_age_seconds";
    private static final String HEAP = "jvm_memory_used_bytes{area=\"heap\"";

    /**
     * One pass.
     *
     * @param seconds how long it took
     * @param cpuSeconds the processor time of the program meanwhile
     * @param before the heap in MB before it, after a collection
     * @param within the same in the middle of it
     */
    private record Pass(int pods, double seconds, double cpuSeconds, double before, double within) {}

    @Override
    public String title() {
        return "a keeper's pass over " + sizes.stream().map("%,d"::formatted).collect(Collectors.joining(", then "))
                + " pods";
    }

    @Override
    public double seconds() {
        return sizes.stream()
                .mapToDouble(pods -> 2 * Launch.SECONDS + pods / PODS_PER_SECOND)
                .sum();
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        Pass smallest = null;
        for (int pods : sizes) {
            report.say("a pass over %,d pods".formatted(pods));
            Pass pass = pass(pods);
            smallest = smallest == null ? pass : smallest;
            for (Row row : rows(pass, smallest)) {
                report.add(row);
            }
        }
    }

    private static List<Row> rows(Pass pass, Pass smallest) {
        String over = "pass over %,d pods".formatted(pass.pods());
        return List.of(
                Row.figure(
                        over + ", processor",
                        "s",
                        Samples.of(pass.cpuSeconds()),
                        pass.seconds(),
                        "at most 60 for 50,000",
                        "from its start to its end"),
                Row.ratio(
                        over + ", processor for 1,000 pods",
                        "s",
                        new double[] {1000 * pass.cpuSeconds() / pass.pods()},
                        new double[] {1000 * smallest.cpuSeconds() / smallest.pods()},
                        "at most 1.2",
                        "%,d pods".formatted(smallest.pods())),
                Row.difference(
                        over + ", heap in the middle of it",
                        "MB",
                        Samples.of(pass.within()),
                        Samples.of(pass.before()),
                        "at most 32 more",
                        "before it"));
    }

    private Pass pass(int pods) throws IOException, InterruptedException {
        try (FleetCluster cluster = new FleetCluster(pods);
                Server server = Server.start(Application.keeper(certificate, cluster.url()), jvm)) {
            while (server.metric("tolerant_fleet_leader") < 1) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            double before = liveHeap(server);
            double cpu = server.cpuSeconds();
            long start = System.nanoTime();
            cluster.sendHalf();
            double seconds = (System.nanoTime() - start) / 1e9;
            double spent = server.cpuSeconds() - cpu;

            double within = liveHeap(server);

            cpu = server.cpuSeconds();
            start = System.nanoTime();
            cluster.sendRest();
            while (Double.isNaN(server.metric(LAST_PASS))) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new IOException("the pass over " + pods + " pods has not ended");
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
            seconds += (System.nanoTime() - start) / 1e9;
            spent += server.cpuSeconds() - cpu;
            return new Pass(pods, seconds, spent, before, within);
        }
    }

    /** The heap in MB that a collection leaves. */
    private static double liveHeap(Server server) throws IOException, InterruptedException {
        server.collectGarbage();
        return server.metric(HEAP) / (1024 * 1024);
    }
}
