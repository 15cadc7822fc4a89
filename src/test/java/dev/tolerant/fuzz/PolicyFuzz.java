package dev.tolerant.fuzz;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import java.nio.charset.StandardCharsets;

/** Bytes as a text of policies and namespaces, and a cluster that follows them. */
public final class PolicyFuzz {
    private static final int MAX_PROBLEM = 4000;

    private PolicyFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            PolicyFiles reading = PolicyFiles.ofText(new String(input, StandardCharsets.UTF_8), FuzzedCluster.RULES);
            reading.problems().forEach(PolicyFuzz::check);
            if (!reading.snapshot().equals(Snapshot.EMPTY)) {
                SampleReviews.askAll(FuzzedCluster.USUAL.with(reading.snapshot()));
            }
        } catch (InvalidManifestException notYaml) {
            check(notYaml.problem());
        }
    }

    private static void check(ManifestProblem problem) {
        Require.oneLine(problem.toString(), MAX_PROBLEM);
    }
}
