package dev.tolerant.fuzz;

import dev.tolerant.engine.controlplane.ControlPlane;
import dev.tolerant.engine.controlplane.DefaultTolerationSeconds;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Palette;
import dev.tolerant.tools.edit.PatchedFile;
import dev.tolerant.tools.edit.PatchedFile.UneditableFileException;
import java.util.Map;

/** Bytes as a file of pods and workloads, which the command line patches in place. */
public final class ManifestFuzz {
    private static final int MAX_PROBLEM = 4000;
    private static final Explainer EXPLAINER = new Explainer(
            FuzzedCluster.USUAL.engine(),
            new ControlPlane(
                    DefaultTolerationSeconds.of(300, 300), false, false, ControlPlane.NODE_MONITOR_GRACE_SECONDS),
            Creators.unnamed(Map.of()));

    private ManifestFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            ManifestFile file = ManifestFile.of("pods.yaml", input);
            PatchedFile patched = PatchedFile.of(
                    file, EXPLAINER, FuzzedCluster.SNAPSHOT, message -> Require.oneLine(message, MAX_PROBLEM));
            patched.diff().text(Palette.PLAIN);
            patched.text();
        } catch (InvalidManifestException wrong) {
            Require.oneLine(wrong.problem().toString(), MAX_PROBLEM);
        } catch (UneditableFileException notation) {
            Require.oneLine(notation.getMessage(), MAX_PROBLEM);
        }
    }
}
