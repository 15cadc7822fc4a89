package dev.tolerant.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures how many reviews a second servers answer, one server after the other in each round. */
record Throughput(int rounds, int requests) {
    /** The rates that the estimates reckon with. */
    static final double SMALL_PER_SECOND = 15_000;

    static final double LARGE_PER_SECOND = 8000;

    private static final List<String> REVIEWS = List.of("small", "large");

    /** Measures the servers, given by name, and compares each of the others with {@code ceiling}. */
    void run(Map<String, String> urls, Report report) throws IOException, InterruptedException {
        report.say("warming the servers up with " + requests + " small and as many large reviews");
        warmUp(urls);
        for (String review : REVIEWS) {
            report.say(rounds + " rounds of " + requests + " " + review + " reviews");
            Map<String, double[]> figures = measure(urls, review);
            double[] ceiling = figures.remove("ceiling");
            for (Map.Entry<String, double[]> server : figures.entrySet()) {
                boolean program = server.getKey().equals("program");
                report.add(Row.ratio(
                        "reviews a second, " + review + (program ? "" : ": " + server.getKey()),
                        "/s",
                        server.getValue(),
                        ceiling,
                        program ? "at least 0.8" : "",
                        "the ceiling"));
            }
        }
    }

    /** How many reviews each server gets. */
    int reviews() {
        return REVIEWS.size() * requests * (1 + rounds);
    }

    private void warmUp(Map<String, String> urls) throws IOException, InterruptedException {
        for (String review : REVIEWS) {
            for (String url : urls.values()) {
                new Load(url, BenchReview.file(review)).perSecond(requests);
            }
        }
    }

    private Map<String, double[]> measure(Map<String, String> urls, String review)
            throws IOException, InterruptedException {
        Map<String, double[]> figures = new TreeMap<>();
        urls.keySet().forEach(name -> figures.put(name, new double[rounds]));
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, double[]> server : figures.entrySet()) {
                server.getValue()[round] =
                        new Load(urls.get(server.getKey()), BenchReview.file(review)).perSecond(requests);
            }
        }
        return figures;
    }
}
