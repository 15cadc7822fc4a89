package dev.tolerant.fuzz;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.observed.explain.ChangedManifest;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.text.Report.Palette;

/** Bytes as a file of pods and workloads, which explain shows changed. */
public final class ManifestFuzz {
    private static final int MAX_PROBLEM = 4000;
    private static final Explainer EXPLAINER = new Explainer(
            FuzzedCluster.USUAL.engine(),
            new ControlPlane(false, ControlPlane.NODE_MONITOR_GRACE_SECONDS),
            Creators.UNNAMED);

    private ManifestFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            for (Manifest manifest : ManifestFile.of("pods.yaml", input).manifests()) {
                if (Explainer.explains(manifest)) {
                    Explanation explanation = EXPLAINER.explain(manifest, FuzzedCluster.SNAPSHOT, null);
                    ChangedManifest changed = ChangedManifest.of(manifest, explanation);
                    changed.diff(Palette.PLAIN);
                    changed.yaml();
                }
            }
        } catch (InvalidManifestException wrong) {
            Require.oneLine(wrong.problem().toString(), MAX_PROBLEM);
        }
    }
}
