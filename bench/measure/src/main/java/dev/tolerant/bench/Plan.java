package dev.tolerant.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parts of a run in their order, with how long each will take. */
record Plan(Map<Part, Measurement> measurements) {

    /** A line for each part, and one for all of them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        double all = 0;
        for (Map.Entry<Part, Measurement> each : measurements.entrySet()) {
            Measurement measurement = each.getValue();
            all += measurement.seconds();
            lines.add("%-6s %s: %s".formatted(each.getKey(), duration(measurement.seconds()), measurement.title()));
        }
        lines.add("in all " + duration(all) + " on an idle machine, after the builds");
        return lines;
    }

    /** Measures part after part. */
    void run(Report report) throws IOException, InterruptedException {
        for (Map.Entry<Part, Measurement> each : measurements.entrySet()) {
            Measurement measurement = each.getValue();
            report.say(each.getKey() + ", " + duration(measurement.seconds()) + ": " + measurement.title());
            long start = System.nanoTime();
            measurement.run(report);
            report.say(each.getKey() + " took " + duration((System.nanoTime() - start) / 1e9));
        }
    }

    /** Seconds as one says them. */
    static String duration(double seconds) {
        long rounded = Math.round(seconds);
        return rounded < 90 ? rounded + " s" : Math.round(seconds / 6) / 10.0 + " min";
    }
}
