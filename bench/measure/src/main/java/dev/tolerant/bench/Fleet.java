package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures a keeper's pass over the pods of clusters of several sizes, from the start of the list to its end. */
record Fleet(Path certificate, Jvm jvm, List<Integer> sizes) {
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

    List<Row> rows() throws IOException, InterruptedException {
        List<Pass> passes = new ArrayList<>();
        for (int pods : sizes) {
            passes.add(pass(pods));
        }
        Pass smallest = passes.get(0);
        List<Row> rows = new ArrayList<>();
        for (Pass pass : passes) {
            String over = "pass over %,d pods".formatted(pass.pods());
            rows.add(Row.figure(
                    over + ", processor",
                    "s",
                    Samples.of(pass.cpuSeconds()),
                    pass.seconds(),
                    "at most 60 for 50,000",
                    "from its start to its end"));
            rows.add(Row.ratio(
                    over + ", processor for 1,000 pods",
                    "s",
                    new double[] {1000 * pass.cpuSeconds() / pass.pods()},
                    new double[] {1000 * smallest.cpuSeconds() / smallest.pods()},
                    "at most 1.2",
                    "%,d pods".formatted(smallest.pods())));
            rows.add(Row.difference(
                    over + ", heap in the middle of it",
                    "MB",
                    Samples.of(pass.within()),
                    Samples.of(pass.before()),
                    "at most 32 more",
                    "before it"));
        }
        return rows;
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
