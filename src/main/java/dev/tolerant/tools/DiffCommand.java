package dev.tolerant.tools;

import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Palette;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.edit.PatchedFile;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows what apply would change. */
@Command(
        name = "diff",
        description = "Shows what apply would change in each file, as diff -u does.",
        exitCodeList = {"0:nothing would change", "1:an object would change or is refused", ExitCode.CANNOT_BE_USED},
        footer = {
            "",
            "Like diff and kubectl diff, it exits with 1 if there are differences.",
            "",
            "Example:",
            "  tolerant diff manifests/ --policies policies/"
        })
final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private ColorOption color;

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        TolerantConfig config = cluster.config();
        Explainer explainer = cluster.explainerOfFiles(config);
        Snapshot snapshot = cluster.snapshot(config, messages);
        PrintWriter out = spec.commandLine().getOut();
        Palette palette = color.palette();
        boolean found = false;
        for (ManifestFile file : input.read(messages.err())) {
            PatchedFile patched = PatchedFile.of(file, explainer, snapshot, messages::say);
            String diff = patched.diff().text(palette);
            out.print(diff);
            found |= patched.isRefused() || !diff.isEmpty();
        }
        return (found ? ExitCode.FOUND : ExitCode.FINE).code();
    }
}
