package dev.tolerant.tools;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.ManifestFiles.Read;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains what happens to pods, and why. */
@Command(
        name = "explain",
        description =
                "Explains what happens to pods, and why, by the cluster's nodes, policies, settings and registration:"
                        + " what each rule does, which tolerations a pod ends up with, and what each taint and each node"
                        + " does to it.",
        exitCodeList = {
            "0:every pod is admitted",
            "1:a pod is refused; with --fail-on nowhere, no node is open to it; with --exit-code, an object would be"
                    + " changed",
            "2:an option, a file, a setting or the cluster cannot be used"
                    + ", there is no such object, or policies, settings, the namespace or the registration"
                    + " were not read"
        },
        footer = {
            "",
            "A pod of the cluster is explained as if it were created now, a workload as its controller creates its"
                    + " next pod.",
            "Pods from manifests are explained as they reach the webhook: with the 300 seconds that the API server's"
                    + " own",
            "plugin gives them. Settings and a registration that --from lacks are the chart's defaults for them.",
            "",
            "-o diff shows each object as YAML, before and after: a pod as it would be stored, a workload with a"
                    + " template",
            "that makes such pods. -o manifest writes these objects, and those without pods unchanged. -o fix writes"
                    + " what a",
            "DaemonSet lacks to reach the nodes that it selects: a patch of it, and a TolerationPolicy in place of"
                    + " that.",
            "",
            "Examples:",
            "  tolerant explain deploy/web -n shop",
            "  tolerant explain sts db queue -n shop --from dump.json -o json",
            "  tolerant explain ds/csi-node -n storage -o fix",
            "  tolerant explain -f manifests/ --from policies/ --from nodes.yaml -o diff",
            "  helm template chart/ | tolerant explain -f - --from policies/ -o manifest | kubectl apply -f -",
            "  kubectl get pod web -o json --show-managed-fields | tolerant explain -f - --offline"
        })
final class ExplainCommand extends ToolCommand {
    /** The kinds of which files without a dump are taken to have all objects. */
    private static final Set<ObjectKind> WHOLE = Stream.concat(
                    ClusterView.DECIDING.stream(),
                    Stream.of(ObjectKind.NODE_POOL, ObjectKind.LIMIT_RANGE, ObjectKind.PRIORITY_CLASS))
            .collect(Collectors.toUnmodifiableSet());

    private static final String NOWHERE = "nowhere";

    @Mixin
    private ObjectOptions question;

    @Mixin
    private ClusterOptions clusterOptions;

    @Mixin
    private OutputOption output = new OutputOption(
            OutputFormat.JSON, OutputFormat.YAML, OutputFormat.DIFF, OutputFormat.MANIFEST, OutputFormat.FIX);

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description =
                    "With -f, a .properties file with the program's tolerant.* settings, in place of the cluster's."
                            + " System properties and the environment win over it.")
    private @Nullable Path settings;

    @Option(
            names = "--node",
            paramLabel = "NAME",
            description = "Only this node: whether the pods may run there, and why not.")
    private @Nullable String node;

    @Option(
            names = "--fail-on",
            paramLabel = "CODE",
            description = "Also exits with 1 for: nowhere (no node is open to a pod).")
    private @Nullable String failOn;

    @Option(names = "--exit-code", description = "With -o diff, end with 1 if an object would be changed.")
    private boolean tellsChanges;

    @Override
    ExitCode run(Messages messages) throws Exception {
        if (failOn != null && !failOn.equals(NOWHERE)) {
            throw new InputException("--fail-on cannot be '" + failOn + "': it takes " + NOWHERE);
        }
        OutputFormat format = output.format();
        Explanations explained = question.isAboutFiles() ? ofFiles(format, messages) : ofObjects(format, messages);
        out().print(
                        switch (format) {
                            case JSON, YAML -> explained.document().text(format);
                            case FIX -> explained.fixes(messages);
                            default -> explained.text(format, Terminal.palette(), messages);
                        });
        return explained.exitCode(tellsChanges, failOn != null);
    }

    private Explanations ofFiles(OutputFormat format, Messages messages) throws Exception {
        clusterOptions.requireNamedBeside(question.files());
        TolerantConfig given = Settings.read(settings);
        List<Read> files = question.read(messages);
        ClusterObjects clusterObjects = clusterOptions.clusterObjects(
                messages,
                Needs.of(ObjectKind.RUNTIME_CLASS, ObjectKind.PRIORITY_CLASS)
                        .everywhere(ObjectKind.LIMIT_RANGE, ObjectKind.VOLUME_CLAIM, ObjectKind.VOLUME),
                WHOLE);
        boolean isSet =
                settings == null && !clusterObjects.all(ObjectKind.CONFIG_MAP).isEmpty();
        ClusterView view = isSet
                ? ClusterView.today(clusterObjects)
                : ClusterView.of(clusterObjects, given, clusterObjects.manifests(ObjectKind.POLICY));
        Explanations explained = explained(view, ClusterView.DECIDING, messages);
        IgnoredInput ignored = IgnoredInput.withoutPods();
        try (Progress explaining = Progress.of(messages, "explaining")) {
            for (Read read : files) {
                if (read.file() == null) {
                    explained.addUnreadable(Objects.requireNonNull(read.problem()), messages);
                    continue;
                }
                for (ManifestFile.Entry entry : read.file().entries()) {
                    if (entry.isObject()) {
                        explaining.now("explaining " + entry.place());
                        explain(entry, explained, format, ignored, messages);
                    }
                }
            }
        }
        IgnoredInput.reportPlaceholders(explained.placeholders(), messages);
        if (format != OutputFormat.MANIFEST) {
            ignored.report(messages, explained.isEmpty() && !explained.lacksSome());
        }
        return explained;
    }

    private void explain(
            ManifestFile.Entry entry,
            Explanations explained,
            OutputFormat format,
            IgnoredInput ignored,
            Messages messages)
            throws ClusterUnavailableException {
        try {
            Manifest manifest = entry.manifest();
            if (Explainer.explains(manifest)) {
                explained.addOrLeave(clusterOptions.placed(manifest));
            } else if (format == OutputFormat.MANIFEST) {
                explained.leave(manifest);
            } else {
                ignored.add(manifest.kind());
            }
        } catch (InvalidManifestException unreadable) {
            explained.addUnreadable(unreadable.problem(), messages);
        }
    }

    private Explanations ofObjects(OutputFormat format, Messages messages) throws Exception {
        if (format == OutputFormat.MANIFEST) {
            throw new InputException(
                    "-o manifest would write incomplete objects, because only some of their fields are read"
                            + " here: pipe kubectl get -o yaml into tolerant explain -f - -o manifest");
        }
        if (settings != null) {
            throw new InputException(
                    "--settings is for manifests (-f); tolerant whatif --settings says what other settings"
                            + " would change in a cluster");
        }
        String namespace = clusterOptions.namespace();
        ClusterView view = ClusterView.today(
                clusterOptions.clusterObjects(messages, needs(question.kinds()).in(namespace)));
        Explanations explained = explained(view, Needs.of().kinds(), messages);
        for (Manifest manifest : question.found(view.clusterObjects(), namespace)) {
            explained.add(manifest);
        }
        return explained;
    }

    private static Needs needs(ObjectKind... kinds) {
        Needs needs = Needs.of(kinds)
                .and(
                        ObjectKind.RUNTIME_CLASS,
                        ObjectKind.LIMIT_RANGE,
                        ObjectKind.PRIORITY_CLASS,
                        ObjectKind.VOLUME_CLAIM,
                        ObjectKind.VOLUME);
        return List.of(kinds).contains(ObjectKind.POD) ? needs.everywhere(ObjectKind.DAEMON_SET) : needs;
    }

    private Explanations explained(ClusterView view, Collection<ObjectKind> needed, Messages messages)
            throws InputException {
        view.clusterObjects().notes().forEach(messages::say);
        List<ObjectKind> others = needed.stream()
                .filter(kind -> !ClusterView.DECIDING.contains(kind))
                .toList();
        String unread = Stream.of(
                        view.clusterObjects().notRead(ClusterView.DECIDING),
                        view.clusterObjects().notRead(others))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; also "));
        if (!unread.isEmpty()) {
            messages.say(unread);
        }
        view.problems().forEach(problem -> messages.say("policies: " + problem));
        return new Explanations(view, node);
    }
}
