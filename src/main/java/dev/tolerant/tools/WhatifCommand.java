package dev.tolerant.tools;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.facts.ClusterFacts.Needs;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.FactsOptions.FactsAndProposals;
import dev.tolerant.tools.whatif.Comparison;
import dev.tolerant.tools.whatif.Outlook;
import dev.tolerant.tools.whatif.OutlookJUnit;
import dev.tolerant.tools.whatif.OutlookJson;
import dev.tolerant.tools.whatif.OutlookMarkdown;
import dev.tolerant.tools.whatif.OutlookText;
import dev.tolerant.tools.whatif.Proposal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what other policies and settings would change for the workloads of a cluster. */
@Command(
        name = "whatif",
        description =
                "Says what would change for the pods that each workload makes next if policies and settings were other ones:"
                        + " who would be refused, where pods could go, when they would be evicted.",
        exitCodeList = {
            "0:no pod would be newly refused or lose its last node",
            "1:at least one pod would be newly refused, or could go to no node any more",
            "2:it cannot be answered: objects are not known or cannot be read, or an option, a file or a setting cannot be used"
        },
        footer = {
            "",
            "Policies are laid over those of the cluster by their names. Pods of an owner that is no workload, such as an",
            "operator's, are judged as if they were made anew; pods without an owner are judged without creator exemptions.",
            "",
            "Examples:",
            "  kubectl tolerant whatif -f policies/",
            "  kubectl tolerant whatif -f policies/ --prune --dump dump.json -o markdown",
            "  kubectl tolerant whatif --settings tolerant.properties -n shop"
        })
final class WhatifCommand implements Callable<Integer> {
    private static final List<FactKind> NEEDED = List.of(
            FactKind.POLICY,
            FactKind.NAMESPACE,
            FactKind.NODE,
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
            names = "--settings",
            paramLabel = "FILE",
            description = "A .properties file with tolerant.* settings, in place of those of the cluster.")
    private @Nullable Path settings;

    @Option(names = "--prune", description = "The policies replace all of the cluster.")
    private boolean prune;

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        TolerantConfig config = settings == null ? null : Settings.read(settings);
        if (cluster.isLive() && config == null && !prune) {
            throw nothingProposed();
        }
        FactsAndProposals read = cluster.factsAndProposals(messages, Needs.ALL);
        Proposal proposal = new Proposal(read.proposals(), prune, config);
        if (proposal.isEmpty()) {
            throw nothingProposed();
        }
        FactsOptions.requireKnown(read.facts(), NEEDED);
        cluster.requireNamespace(read.facts());
        ClusterView today = ClusterView.today(read.facts());
        if (!isUsable(proposal, today, messages)) {
            return ExitCode.UNUSABLE.code();
        }
        Outlook outlook = Comparison.of(today, proposal, cluster::concerns);
        spec.commandLine().getOut().print(text(outlook));
        return exitCode(outlook).code();
    }

    private static InputException nothingProposed() {
        return new InputException("nothing is proposed: name files of policies with -f, other settings with --settings,"
                + " or --prune for a cluster without any policy of its own");
    }

    private static boolean isUsable(Proposal proposal, ClusterView today, Messages messages) {
        TolerantConfig config = proposal.settings() == null ? today.config() : proposal.settings();
        List<Problem> problems = PolicyFiles.of(proposal.policies(), new TolerationRules(config.comparisonOperators()))
                .problems();
        problems.forEach(problem -> messages.say("policies: " + problem));
        return problems.isEmpty();
    }

    private String text(Outlook outlook) throws InputException {
        return switch (output.format()) {
            case JSON -> document(outlook).toPrettyString() + "\n";
            case YAML -> JsonWriter.yaml(document(outlook));
            case MARKDOWN -> OutlookMarkdown.write(outlook);
            case JUNIT -> OutlookJUnit.write(outlook);
            default -> new OutlookText(Terminal.palette(), Terminal.width()).write(outlook);
        };
    }

    private static ObjectNode document(Outlook outlook) {
        return OutlookJson.addTo(AnswerDocument.of("WhatIf", outlook.facts()), outlook);
    }

    private static ExitCode exitCode(Outlook outlook) {
        if (outlook.isBad()) {
            return ExitCode.FOUND;
        }
        return outlook.leavesOut() ? ExitCode.UNUSABLE : ExitCode.FINE;
    }
}
