package dev.tolerant.bench;

import java.io.IOException;

/** A part of a run: what it measures, how long that takes, and the measuring. */
interface Measurement {

    /** What it measures, in a few words. */
    String title();

    /** About how long it takes, in seconds, on a machine as the documented figures come from. */
    double seconds();

    /** Measures, and reports each line as soon as it is known. */
    void run(Report report) throws IOException, InterruptedException;
}
