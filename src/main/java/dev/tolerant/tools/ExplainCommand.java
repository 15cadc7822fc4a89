package dev.tolerant.tools;

import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.settings.TolerantConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Explains what happens to pods, and why. */
@Command(
        name = "explain",
        description =
                "Explains what happens to pods, and why: what each rule does, which tolerations a pod ends up with, and"
                        + " what each taint does to it. Takes pods, workloads and captured AdmissionReviews.",
        exitCodeList = {"0:every pod is admitted", "1:a pod is refused", ExitCode.CANNOT_BE_USED},
        footer = {
            "",
            "Pods from manifests are explained as they reach the webhook: with the 300 seconds that the API server's own",
            "plugin gives them. The MutatingWebhookConfiguration among the files says",
            "which pods the webhook is asked about; without one, the chart's defaults do.",
            "",
            "-o diff shows each object as YAML, before and after: a pod as it would be stored, a workload with a template",
            "that makes such pods. -o manifest writes these objects, and those without pods unchanged.",
            "",
            "Examples:",
            "  tolerant explain pod.yaml --policies policies/",
            "  tolerant explain manifests/ --policies policies/ -o diff",
            "  helm template chart/ | tolerant explain - --policies policies/ -o manifest | kubectl apply -f -",
            "  kubectl get pod web -o json --show-managed-fields | tolerant explain - -o json",
            "  tolerant explain deployment.yaml --nodes nodes.yaml --settings tolerant.properties"
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private OutputOption output =
            new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.DIFF, OutputFormat.MANIFEST);

    @Option(
            names = "--nodes",
            paramLabel = "FILE",
            description =
                    "Node objects, in the forms that FILE takes: says for each node whether the pods may run there"
                            + " and when they are evicted.")
    private @Nullable Path nodesFile;

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        TolerantConfig config = cluster.config();
        List<Node> nodes = nodes(messages);
        Snapshot snapshot = cluster.snapshot(config, nodes == null ? List.of() : nodes, messages);
        OutputFormat format = output.format();
        Explained explained = new Explained();
        PassedOver passedOver = PassedOver.withoutPods();
        List<Manifest> manifests = new ArrayList<>();
        for (ManifestFile file : input.read(messages.err())) {
            manifests.addAll(file.manifests());
        }
        Explainer explainer = cluster.explainer(config).with(registration(manifests, config));
        for (Manifest manifest : manifests) {
            if (Explainer.explains(manifest)) {
                explained.add(manifest, explainer.explain(manifest, snapshot, nodes));
            } else if (format == OutputFormat.MANIFEST) {
                explained.leave(manifest);
            } else if (!Registration.isIn(manifest)) {
                passedOver.add(manifest.kind());
            }
        }
        if (format != OutputFormat.MANIFEST) {
            passedOver.report(messages, explained.isEmpty());
        }
        spec.commandLine()
                .getOut()
                .print(
                        switch (format) {
                            case JSON -> JsonWriter.json(explained.explanations());
                            case YAML -> JsonWriter.yaml(explained.explanations());
                            default -> explained.text(format, Terminal.palette(), messages);
                        });
        return explained.exitCode().code();
    }

    private static Registration registration(List<Manifest> manifests, TolerantConfig config) {
        return Registration.of(manifests).orElse(Registration.OF_CHART);
    }

    private @Nullable List<Node> nodes(Messages messages) throws IOException, InputException, InvalidManifestException {
        if (nodesFile == null) {
            return null;
        }
        if (nodesFile.equals(InputOptions.STANDARD_INPUT) && input.readsStandardInput()) {
            throw new InputException("FILE and --nodes cannot both be standard input: give a file for one of them");
        }
        List<Manifest> manifests = new ArrayList<>();
        for (ManifestFile file : InputOptions.read(nodesFile, messages.err())) {
            manifests.addAll(file.manifests());
        }
        return NodeReader.read(manifests);
    }
}
