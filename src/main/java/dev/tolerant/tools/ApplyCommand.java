package dev.tolerant.tools;

import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.edit.PatchedFile;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes manifests with the changes that the webhook would make. */
@Command(
        name = "apply",
        description =
                "Writes the manifests as the webhook would change them: pods patched, workloads with a template that"
                        + " gives their pods the same, everything else as it was.",
        exitCodeList = {"0:every object is written", "1:an object is refused, and left out", ExitCode.CANNOT_BE_USED},
        footer = {
            "",
            "The API server's own tolerations are not written: the rule node-failure writes its own, with the operator's",
            "seconds. A DaemonSet gets what policies with daemonSetTemplates give it; its controller adds the rest.",
            "YAML stays YAML, with its comments, and JSON stays JSON. Refused objects are omitted and reported, and the",
            "exit code is then 1.",
            "",
            "Examples:",
            "  tolerant apply pod.yaml --policies policies/",
            "  helm template chart/ | tolerant apply - --policies policies/ | kubectl apply -f -"
        })
final class ApplyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Mixin
    private ClusterOptions cluster;

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        TolerantConfig config = cluster.config();
        Explainer explainer = cluster.explainerOfFiles(config);
        Snapshot snapshot = cluster.snapshot(config, messages);
        List<ManifestFile> files = input.read(messages.err());
        // Files that are JSON throughout are read without separators, and YAML only with them.
        String separator = files.stream().allMatch(ManifestFile::isJson) ? "" : "---\n";
        StringBuilder out = new StringBuilder();
        boolean refused = false;
        for (ManifestFile file : files) {
            PatchedFile patched = PatchedFile.of(file, explainer, snapshot, messages::say);
            String text = patched.text();
            out.append(out.isEmpty() || text.isEmpty() || text.startsWith("---") ? "" : separator)
                    .append(text)
                    .append(text.isEmpty() || text.endsWith("\n") ? "" : "\n");
            refused |= patched.isRefused();
        }
        spec.commandLine().getOut().print(out);
        return (refused ? ExitCode.FOUND : ExitCode.FINE).code();
    }
}
