package dev.tolerant.tools;

import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.tools.doctor.Doctor;
import dev.tolerant.tools.doctor.DoctorReport;
import dev.tolerant.tools.doctor.Finding.Mark;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds what keeps the webhook of a cluster from working as it should. */
@Command(
        name = "doctor",
        description =
                "Checks whether the webhook of a cluster works as it should and whether taints keep the right pods off the"
                        + " right nodes, and says what to do."
                        + " A check that cannot be made is unknown.",
        exitCodeList = {
            "0:no check has failed; others may be unknown",
            "1:a check has failed",
            "2:no check has failed, but whether the API server asks (new-pods) and whether the program answers (answers)"
                    + " are both unknown; nothing could be asked; or an option or a file cannot be used"
        },
        footer = {
            "",
            "It creates nothing: it asks for two pods as dry runs. With -n it tries them in that namespace.",
            "",
            "Pods: a pool is the nodes with the same NoSchedule and NoExecute taints; marks that come and go, such as",
            "node.kubernetes.io/not-ready, make none. Where a policy gives tolerations of a pool's taints, the pool belongs",
            "to the pods that the policy matches, else to the pods that name one of the taints. Pods of DaemonSets and",
            "static pods are never outsiders.",
            "",
            "Examples:",
            "  tolerant doctor",
            "  tolerant doctor --no-probe -o json",
            "  tolerant doctor --from dump.json -v"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Spec
    private CommandSpec spec;

    @Mixin
    private World world;

    @Mixin
    private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.YAML);

    @Option(names = "--no-probe", description = "Only read objects: without dry runs.")
    private boolean noProbe;

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        OutputFormat format = output.format();
        ClusterFacts facts = world.facts(messages, Doctor.needs());
        facts.notes().forEach(messages::say);
        DoctorReport report = examine(facts, messages);
        spec.commandLine().getOut().print(text(format, facts, report, messages.verbose()));
        return code(report).code();
    }

    private DoctorReport examine(ClusterFacts facts, Messages messages) throws Exception {
        boolean live = world.isLive();
        try (Doctor doctor = new Doctor(
                live ? world.kubeconfig().client() : null,
                !noProbe,
                live ? world.namespace() : "",
                PATIENCE,
                messages::unexpected)) {
            return doctor.examine(facts);
        }
    }

    private static String text(OutputFormat format, ClusterFacts facts, DoctorReport report, boolean verbose) {
        return switch (format) {
            case JSON, YAML ->
                AnswerDocument.of("Doctor", facts, report.document()).text(format);
            default -> report.text(Terminal.palette(), isUnicode(), Terminal.width(), verbose);
        };
    }

    /** Whether the terminal shows more than ASCII; a file does. */
    private static boolean isUnicode() {
        String encoding = System.getProperty(
                "stdout.encoding", System.getProperty("native.encoding", StandardCharsets.UTF_8.name()));
        return !Terminal.isWatched() || Charset.forName(encoding).newEncoder().canEncode("✓");
    }

    private static ExitCode code(DoctorReport report) {
        if (report.count(Mark.FAILED) > 0) {
            return ExitCode.FOUND;
        }
        return report.isInconclusive() ? ExitCode.UNUSABLE : ExitCode.FINE;
    }
}
