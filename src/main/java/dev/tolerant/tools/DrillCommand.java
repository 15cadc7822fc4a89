package dev.tolerant.tools;

import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.settings.TolerantConfig.TaintConverter;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.drill.DrillAnswer;
import dev.tolerant.tools.drill.DrillDocument;
import dev.tolerant.tools.drill.DrillReport;
import dev.tolerant.tools.drill.Failover;
import dev.tolerant.tools.drill.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what happens to the pods of nodes that fail, are tainted or are deleted. */
@Command(
        name = "drill",
        description =
                "Says what happens to the pods of a node that stops answering, is tainted or is deleted: which leave when and by"
                        + " which toleration, which never leave, which workloads lose all their replicas, and which have nowhere"
                        + " to go. It changes nothing.",
        exitCodeList = {
            "0:each workload keeps replicas, or gets new ones by itself",
            "1:a workload loses all its replicas for good: new pods have nowhere to go, never run, are evicted again and again,"
                    + " are refused, or are not made",
            "2:it cannot be answered: pods or nodes are not known, a node does not exist, or an option or a file cannot be"
                    + " used"
        },
        footer = {
            "",
            "Without --taint or --deleted, the nodes stop answering now, and the control plane taints them as unreachable after"
                    + " --after: one after the other in each zone, and none where most nodes of a small zone or all of the"
                    + " cluster fail.",
            "Pods of DaemonSets and static pods belong to their nodes, and do not affect the exit code.",
            "",
            "Examples:",
            "  tolerant drill node/n1",
            "  tolerant drill -l topology.kubernetes.io/zone=eu-1a",
            "  tolerant drill node/n1 --taint maintenance=true:NoExecute -o json",
            "  tolerant drill node/n1 --deleted",
            "  tolerant drill node/n1 node/n2 --after 40s --from dump.json"
        })
final class DrillCommand extends ToolCommand {
    private static final Needs NEEDS = Needs.of(
            ObjectKind.POD,
            ObjectKind.DEPLOYMENT,
            ObjectKind.REPLICA_SET,
            ObjectKind.STATEFUL_SET,
            ObjectKind.DAEMON_SET,
            ObjectKind.REPLICATION_CONTROLLER,
            ObjectKind.JOB,
            ObjectKind.VOLUME_CLAIM,
            ObjectKind.VOLUME);

    @Mixin
    private NodeSelection selection;

    @Mixin
    private ClusterOptions clusterOptions;

    @Mixin
    private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.YAML);

    @Option(
            names = "--taint",
            paramLabel = "TAINT",
            description =
                    "Gives the nodes this taint, written as for kubectl taint, instead of making them stop answering. May be repeated.")
    private List<String> taints = List.of();

    @Option(
            names = "--after",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "The time from the last sign of the nodes to their taints. Default: that of the API server's"
                    + " version, 50s from Kubernetes 1.32 on and 40s before; with --taint, 0s.")
    private @Nullable Duration after;

    @Option(
            names = "--deleted",
            description =
                    "Deletes the node objects instead, as an autoscaler does: their pods go with them. For nodes by name.")
    private boolean deleted;

    @Override
    ExitCode run(Messages messages) throws Exception {
        if (deleted && (selection.isByLabel() || !taints.isEmpty() || after != null)) {
            throw new InputException(
                    "--deleted is for nodes by name, as in node/n1 --deleted: leave out -l, --taint and --after");
        }
        List<Taint> assumed = assumed();
        ClusterObjects clusterObjects = clusterOptions.clusterObjects(messages, NEEDS);
        ClusterOptions.requireKnown(clusterObjects, List.of(ObjectKind.NODE, ObjectKind.POD));
        clusterOptions.requireNamespace(clusterObjects);
        ClusterView view = ClusterView.today(clusterObjects);
        List<String> nodes = selection.of(view.nodes());
        Scenario scenario = deleted
                ? Scenario.deletionOf(nodes)
                : Scenario.of(nodes, assumed, after, clusterObjects.serverVersion());
        DrillAnswer answer;
        try (Progress drilling = Progress.of(messages, "following the pods of the nodes")) {
            answer = new Failover(view, scenario).drill(clusterOptions::concerns);
        }
        print(
                output.format(),
                () -> AnswerDocument.of("Drill", clusterObjects, DrillDocument.of(answer)),
                any -> new DrillReport(answer).report().text(Terminal.palette(), Terminal.width()));
        return answer.losesForGood() ? ExitCode.FOUND : ExitCode.FINE;
    }

    private List<Taint> assumed() throws InputException {
        List<Taint> read = new ArrayList<>();
        for (String text : taints) {
            try {
                read.add(new TaintConverter().convert(text));
            } catch (IllegalArgumentException invalid) {
                throw new InputException("--taint " + invalid.getMessage());
            }
        }
        return List.copyOf(read);
    }
}
