package dev.tolerant.bench;

import java.io.IOException;

/** Measures what the nodes of a cluster cost the program: of its heap, and of an answer. */
record Nodes(NodesMemory memory, Jmh jmh) implements Measurement {
    private static final double NODES_PER_SECOND = 1500;

    @Override
    public String title() {
        return "the heap with %,d nodes, and an answer with tolerations from nodes".formatted(memory.nodes());
    }

    @Override
    public double seconds() {
        return 2 * (Launch.SECONDS + 3) + memory.nodes() / NODES_PER_SECOND + 2 * jmh.seconds();
    }

    @Override
    public void run(Report report) throws IOException, InterruptedException {
        report.say("starting the program in a cluster without nodes and in one with %,d".formatted(memory.nodes()));
        for (Row row : memory.rows()) {
            report.add(row);
        }
        report.say("JMH: an answer with tolerations from nodes");
        String benchmark = "NodesBenchmark.source";
        report.add(Row.ratio(
                "an answer with tolerations from 15,000 nodes",
                "µs",
                new double[] {jmh.run(benchmark, "source", NodesBenchmark.NODES).micros()},
                new double[] {
                    jmh.run(benchmark, "source", NodesBenchmark.BY_HAND).micros()
                },
                "1, within noise",
                "by hand"));
    }
}
