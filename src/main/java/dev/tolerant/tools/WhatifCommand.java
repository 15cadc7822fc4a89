package dev.tolerant.tools;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.text.Report;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.whatif.Comparison;
import dev.tolerant.tools.whatif.Proposal;
import dev.tolerant.tools.whatif.WhatIfAnswer;
import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import dev.tolerant.tools.whatif.WhatIfReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what other policies and settings would change for the workloads of a cluster. */
@Command(
        name = "whatif",
        description =
                "Says what other policies or settings would change for the next pods of each workload: which would be"
                        + " refused, where they could go, when they would be evicted.",
        exitCodeList = {
            "0:nothing of --fail-on would happen to a workload's next pod",
            "1:something of --fail-on would happen: by default, a pod would be newly refused, have no node left, or go"
                    + " outside its pool",
            "2:it cannot be answered: objects are not known or cannot be read, or an option, a file or a setting"
                    + " cannot be used"
        },
        footer = {
            "",
            "Policies replace those of the same names in the cluster. Pods of an owner that is no workload, such as an",
            "operator's, are judged as if they were recreated; pods without an owner are judged without creator"
                    + " exemptions.",
            "",
            "Examples:",
            "  tolerant whatif -f policies/",
            "  tolerant whatif -f policies/ --prune --from dump.json -o markdown",
            "  tolerant whatif --settings tolerant.properties -n shop"
        })
final class WhatifCommand extends ToolCommand {
    private static final List<ObjectKind> NEEDED = Stream.concat(
                    Stream.of(ObjectKind.POLICY, ObjectKind.NAMESPACE, ObjectKind.NODE, ObjectKind.POD),
                    ObjectKind.WORKLOADS.stream())
            .toList();

    @Mixin
    private ClusterOptions clusterOptions;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Files or directories of proposed policies; other objects in them are ignored. - is"
                    + " standard input. May be repeated.")
    private List<Path> files = List.of();

    @Mixin
    private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.MARKDOWN);

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A .properties file with tolerant.* settings, in place of those of the cluster.")
    private @Nullable Path settings;

    @Option(names = "--prune", description = "The policies replace all of the cluster.")
    private boolean prune;

    @Option(
            names = "--fail-on",
            paramLabel = "CODE",
            split = ",",
            defaultValue = "refused,nowhere,outside-pool",
            description = "Exits with 1 if the change does this to a workload's next pod: refused (and is not today),"
                    + " nowhere (no node is left), outside-pool (no policy keeps it in its pool any more),"
                    + " fewer-nodes, sooner or later (evicted), or any (difference). Default: ${DEFAULT-VALUE}.")
    private List<String> failOn = List.of();

    @Override
    ExitCode run(Messages messages) throws Exception {
        Set<Impact> failing = failing();
        if (!files.isEmpty()) {
            clusterOptions.requireNamedBeside(files);
        }
        TolerantConfig config = settings == null ? null : Settings.read(settings);
        Proposal proposal = new Proposal(policies(messages), prune, config);
        if (proposal.isEmpty()) {
            throw new InputException(
                    "nothing is proposed: name files of policies with -f, other settings with --settings,"
                            + " or --prune for a cluster without any policy of its own");
        }
        ClusterObjects clusterObjects = clusterOptions.clusterObjects(
                messages,
                Needs.ALL,
                EnumSet.complementOf(
                        EnumSet.of(ObjectKind.POLICY, ObjectKind.POD, ObjectKind.NODE, ObjectKind.NAMESPACE)));
        ClusterOptions.requireKnown(clusterObjects, NEEDED);
        clusterOptions.requireNamespace(clusterObjects);
        ClusterView today = ClusterView.today(clusterObjects);
        if (!isUsable(proposal, today, messages)) {
            return ExitCode.UNUSABLE;
        }
        WhatIfAnswer answer;
        try (Progress comparing = Progress.of(messages, "comparing the pods of all workloads")) {
            answer = Comparison.of(today, proposal, clusterOptions.only());
        }
        Report report = new WhatIfReport(answer).report();
        print(
                output.format(),
                () -> AnswerDocument.of("WhatIf", answer.clusterObjects(), WhatIfReport.Document.of(answer)),
                format -> format == OutputFormat.MARKDOWN
                        ? report.markdown()
                        : report.text(Terminal.palette(), Terminal.width()));
        if (answer.has(failing)) {
            return ExitCode.FOUND;
        }
        return answer.leavesOut() ? ExitCode.UNUSABLE : ExitCode.FINE;
    }

    private List<Manifest> policies(Messages messages) throws IOException, InvalidManifestException, InputException {
        List<Manifest> policies = new ArrayList<>();
        IgnoredInput others = IgnoredInput.thatAreNoPolicies();
        for (ManifestFile file : ManifestFiles.readAll(files, messages)) {
            for (Manifest manifest : file.manifests()) {
                if (ObjectKind.of(manifest.type()).equals(Optional.of(ObjectKind.POLICY))) {
                    policies.add(manifest);
                } else if (PolicyReader.misnamed(manifest).isPresent()) {
                    throw manifest.wrong(PolicyReader.misnamed(manifest).get());
                } else {
                    others.add(manifest.kind());
                }
            }
        }
        others.report(messages, !files.isEmpty() && policies.isEmpty());
        return policies;
    }

    private static boolean isUsable(Proposal proposal, ClusterView today, Messages messages) {
        TolerantConfig config = proposal.settings() == null ? today.config() : proposal.settings();
        TolerationRules rules = new TolerationRules(config.comparisonOperators());
        List<ManifestProblem> problems =
                PolicyFiles.of(proposal.policies(), rules, Map.of(), true).problems();
        problems.forEach(problem -> messages.say("policies: " + problem));
        return problems.isEmpty();
    }

    private Set<Impact> failing() throws InputException {
        Set<Impact> failing = EnumSet.noneOf(Impact.class);
        for (String code : failOn) {
            Set<Impact> named = Impact.of(code.strip());
            if (named.isEmpty()) {
                throw new InputException(
                        "--fail-on cannot be '" + code + "': it takes " + String.join(", ", Impact.codes()));
            }
            failing.addAll(named);
        }
        return failing;
    }
}
