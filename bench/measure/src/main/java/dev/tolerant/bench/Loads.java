package dev.tolerant.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Measures the program under load beside the ceiling, both of which run at the same time.
 *
 * @param peers other webhooks, each with its URL by its name
 * @param tails how often the tail is measured of each of the two
 * @param tailSeconds how long each time
 */
record Loads(
        Launch program, Launch ceiling, Map<String, String> peers, Throughput throughput, int tails, int tailSeconds)
        implements Measurement {
    private static final int RATE = 1000;

    @Override
    public String title() {
        return "reviews a second, memory, and the tail at 1,000 a second, beside the ceiling";
    }

    @Override
    public double seconds() {
        double reviews = throughput.reviews() / 2.0;
        double each = reviews / Throughput.SMALL_PER_SECOND + reviews / Throughput.LARGE_PER_SECOND;
        return 2 * Launch.SECONDS + (2 + peers.size()) * each + 2.0 * tails * tailSeconds;
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        try (Server tolerant = program.start();
                Server bare = ceiling.start()) {
            Map<String, String> urls = new LinkedHashMap<>(peers);
            urls.put("ceiling", bare.url());
            urls.put("program", tolerant.url());
            throughput.run(urls, report);
            report.add(Row.difference(
                    "memory after %,d reviews".formatted(throughput.reviews()),
                    "MB",
                    Samples.of(tolerant.megabytes("VmRSS")),
                    Samples.of(bare.megabytes("VmRSS")),
                    "at most 40 more",
                    "the ceiling"));
            report.say("%,d reviews a second, %d times %d s for each".formatted(RATE, tails, tailSeconds));
            report.add(tail(tolerant, bare));
            report.add(new Memory(tolerant).largest());
        }
    }

    private Row tail(Server tolerant, Server bare) throws IOException, InterruptedException {
        double[] own = new double[tails];
        double[] beside = new double[tails];
        for (int i = 0; i < tails; i++) {
            boolean ownFirst = i % 2 == 0;
            double first = p99(ownFirst ? tolerant : bare, tailSeconds);
            double second = p99(ownFirst ? bare : tolerant, tailSeconds);
            own[i] = ownFirst ? first : second;
            beside[i] = ownFirst ? second : first;
        }
        return Row.ratio("p99 at 1,000 reviews a second", "ms", own, beside, "at most 1.5", "the ceiling");
    }

    /** The 99th percentile of the answers' milliseconds at 1,000 small reviews a second. */
    static double p99(Server server, int seconds) throws IOException, InterruptedException {
        return new Load(server.url(), BenchReview.file("small"))
                .milliseconds(RATE, seconds)
                .percentile(99);
    }
}
