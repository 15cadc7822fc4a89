package dev.tolerant.tools;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.facts.Needs;
import dev.tolerant.tools.coverage.Coverage;
import dev.tolerant.tools.coverage.CoverageJson;
import dev.tolerant.tools.coverage.CoverageReport;
import dev.tolerant.tools.coverage.CoverageTests;
import dev.tolerant.tools.coverage.Survey;
import dev.tolerant.tools.lint.Severity;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says which taints and tolerations of a cluster do not meet. */
@Command(
        name = "coverage",
        description = "Says which taints and tolerations of a cluster do not meet: taints that nobody tolerates,"
                + " tolerations that match no node, pools that others may enter and their own pods may leave, and pods"
                + " that are Pending for a taint, with the way out. It changes nothing.",
        exitCodeList = {
            "0:no pod is Pending for a taint",
            "1:a pod is, or with --fail-on warning there is another finding",
            "2:it cannot be answered: pods or nodes are not known, or an option or a file cannot be used"
        },
        footer = {
            "",
            "A pool is the nodes with the same NoSchedule and NoExecute taints; marks that come and go, such as",
            "node.kubernetes.io/not-ready, make none. Where a policy gives tolerations of a pool's taints, the pool belongs",
            "to the pods that the policy matches, else to the pods that name one of the taints. Pods of DaemonSets and",
            "static pods are outsiders nowhere.",
            "",
            "Examples:",
            "  kubectl tolerant coverage",
            "  kubectl tolerant coverage --fail-on warning -o junit > coverage.xml",
            "  kubectl tolerant coverage -n ml --dump dump.json -o json"
        })
final class CoverageCommand implements Callable<Integer> {
    private static final Needs NEEDS = Needs.of(
            FactKind.POD,
            FactKind.DEPLOYMENT,
            FactKind.REPLICA_SET,
            FactKind.STATEFUL_SET,
            FactKind.DAEMON_SET,
            FactKind.REPLICATION_CONTROLLER,
            FactKind.JOB,
            FactKind.CRON_JOB);

    @Spec
    private CommandSpec spec;

    @Mixin
    private FactsOptions cluster;

    @Mixin
    private OutputOption output =
            new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.MARKDOWN, OutputFormat.JUNIT);

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "error",
            description =
                    "error or warning: which findings make the exit code 1. A pod that is Pending for a taint is an"
                            + " error, every other finding a warning. Default: error.")
    private Severity failOn;

    @Override
    public Integer call() throws Exception {
        ClusterFacts facts = cluster.facts(Messages.of(spec), NEEDS);
        FactsOptions.requireKnown(facts, List.of(FactKind.NODE, FactKind.POD));
        cluster.requireNamespace(facts);
        Coverage coverage = new Survey(ClusterView.today(facts), cluster::concerns).coverage();
        spec.commandLine().getOut().print(text(coverage));
        boolean found = failOn == Severity.WARNING
                ? !coverage.isComplete()
                : !coverage.pending().isEmpty();
        return (found ? ExitCode.FOUND : ExitCode.FINE).code();
    }

    private String text(Coverage coverage) {
        return switch (output.format()) {
            case MARKDOWN -> CoverageReport.of(coverage).markdown();
            case JUNIT -> CoverageTests.xml(coverage, failOn == Severity.WARNING);
            case JSON -> document(coverage).toPrettyString() + "\n";
            case YAML -> JsonWriter.yaml(document(coverage));
            default -> CoverageReport.of(coverage).text(Terminal.palette(), Terminal.width());
        };
    }

    private static ObjectNode document(Coverage coverage) {
        ObjectNode document = AnswerDocument.of("Coverage", coverage.facts());
        CoverageJson.addTo(document, coverage);
        return document;
    }
}
