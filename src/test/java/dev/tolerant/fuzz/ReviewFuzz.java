package dev.tolerant.fuzz;

import dev.tolerant.engine.review.Engine;

/** Bytes as the body of a review. */
public final class ReviewFuzz {
    private ReviewFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] body) {
        for (Engine engine : FuzzedCluster.ENGINES) {
            new ReviewOracle(new FuzzedCluster(engine, FuzzedCluster.SNAPSHOT)).check(body);
        }
    }
}
