package dev.tolerant.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many reviews a second each server answers, asked in turn, round by round. */
record Throughput(int rounds, int requests) {
    private static final List<String> REVIEWS = List.of("small", "large");

    /** Measures the servers by their names, of which {@code ceiling} is what the others are compared with. */
    List<Row> rows(Map<String, String> urls) throws IOException, InterruptedException {
        warmUp(urls);
        List<Row> rows = new ArrayList<>();
        for (String review : REVIEWS) {
            Map<String, double[]> figures = measure(urls, review);
            double[] ceiling = figures.remove("ceiling");
            for (Map.Entry<String, double[]> server : figures.entrySet()) {
                boolean program = server.getKey().equals("program");
                rows.add(Row.ratio(
                        "reviews a second, " + review + (program ? "" : ": " + server.getKey()),
                        "/s",
                        server.getValue(),
                        ceiling,
                        program ? "at least 0.8" : "",
                        "the ceiling"));
            }
        }
        return rows;
    }

    private void warmUp(Map<String, String> urls) throws IOException, InterruptedException {
        for (String review : REVIEWS) {
            for (String url : urls.values()) {
                new Load(url, BenchReview.file(review)).perSecond(2 * requests);
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
