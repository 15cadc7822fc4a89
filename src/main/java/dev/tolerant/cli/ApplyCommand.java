package dev.tolerant.cli;

import dev.tolerant.explain.Explainer;
import dev.tolerant.policy.Snapshot;
import dev.tolerant.settings.TolerantConfig;
import java.util.ArrayList;
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
                "Writes the manifests as the webhook would have them: pods patched, workloads with a template that"
                        + " gives their pods the same, everything else as it was.",
        footer = {
            "",
            "The API server's own tolerations are not written: the rule node-failure writes its own, with the operator's",
            "seconds. In a DaemonSet stands what policies with daemonSetTemplates give it; its controller adds the rest.",
            "YAML stays YAML, with its comments, and JSON stays JSON. What is refused is left out and said, with exit",
            "code 1.",
            "",
            "Examples:",
            "  tolerant apply -f pod.yaml --policies policies/",
            "  helm template chart/ | tolerant apply -f - --policies policies/ | kubectl apply -f -"
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
        List<InputFile> files = input.read(messages.err());
        List<String> texts = new ArrayList<>();
        boolean refused = false;
        for (InputFile file : files) {
            PatchedFile patched = PatchedFile.of(file, explainer, snapshot, messages);
            texts.addAll(patched.texts());
            refused |= patched.isRefused();
        }
        // A file that is JSON throughout is read without separators, and YAML only with them.
        boolean json = files.stream().allMatch(InputFile::isJson);
        spec.commandLine().getOut().print(String.join(json ? "" : "---\n", texts));
        return (refused ? ExitCode.FOUND : ExitCode.FINE).code();
    }
}
