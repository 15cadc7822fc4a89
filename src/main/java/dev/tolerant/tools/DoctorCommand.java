package dev.tolerant.tools;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.facts.Needs;
import dev.tolerant.tools.doctor.ClientApi;
import dev.tolerant.tools.doctor.Doctor;
import dev.tolerant.tools.doctor.DoctorMarkdown;
import dev.tolerant.tools.doctor.DoctorReport;
import dev.tolerant.tools.doctor.DoctorText;
import dev.tolerant.tools.doctor.Mark;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
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
                "Checks whether the webhook of a cluster works as it should, and says what to do where it does not."
                        + " A check that cannot be made is unknown.",
        exitCodeList = {
            "0:no check has failed",
            "1:a check has failed",
            "2:nothing could be asked, or an option or a file cannot be used"
        },
        footer = {
            "",
            "It creates nothing: it asks for two pods as dry runs, and forwards the port of the webhook's pods to see their"
                    + " certificates. With -n it tries the pods in that namespace.",
            "",
            "Examples:",
            "  kubectl tolerant doctor",
            "  kubectl tolerant doctor --no-probe -o markdown",
            "  kubectl tolerant doctor -f dump.json -o junit > doctor.xml"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Wherever they are: -n says where to try pods. */
    private static final Needs NEEDS = Needs.of(FactKind.POD, FactKind.DEPLOYMENT)
            .everywhere(FactKind.POD, FactKind.DEPLOYMENT, FactKind.CONFIG_MAP);

    @Spec
    private CommandSpec spec;

    @Mixin
    private FactsOptions options;

    @Mixin
    private OutputOption output =
            new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.MARKDOWN, OutputFormat.JUNIT);

    @Option(names = "--no-probe", description = "Only read objects: without dry runs and forwarded ports.")
    private boolean noProbe;

    @Override
    public Integer call() throws Exception {
        Messages messages = Messages.of(spec);
        OutputFormat format = output.format();
        ClusterFacts facts = options.facts(messages, NEEDS);
        facts.notes().forEach(messages::say);
        DoctorReport report = examine(facts, messages);
        spec.commandLine().getOut().print(text(format, facts, report));
        return code(report).code();
    }

    private DoctorReport examine(ClusterFacts facts, Messages messages) throws Exception {
        if (!options.isLive()) {
            return new Doctor(null, false, "", version(), PATIENCE, messages::unexpected).examine(facts);
        }
        try (ClientApi api = new ClientApi(options.kubeconfig().client())) {
            return new Doctor(api, !noProbe, options.namespace(), version(), PATIENCE, messages::unexpected)
                    .examine(facts);
        }
    }

    private static String version() {
        return Objects.requireNonNullElse(DoctorCommand.class.getPackage().getImplementationVersion(), "");
    }

    private String text(OutputFormat format, ClusterFacts facts, DoctorReport report) {
        return switch (format) {
            case JSON -> document(facts, report).toPrettyString() + "\n";
            case YAML -> JsonWriter.yaml(document(facts, report));
            case MARKDOWN -> DoctorMarkdown.of(report);
            case JUNIT -> report.junit();
            default -> DoctorText.of(report, Terminal.palette(), isUnicode(), Terminal.width());
        };
    }

    private static ObjectNode document(ClusterFacts facts, DoctorReport report) {
        ObjectNode document = AnswerDocument.of("Doctor", facts);
        report.addTo(document);
        return document;
    }

    /** Whether the terminal shows more than ASCII; a file does. */
    private static boolean isUnicode() {
        String encoding = System.getProperty(
                "stdout.encoding", System.getProperty("native.encoding", StandardCharsets.UTF_8.name()));
        return !Terminal.isWatched() || Charset.forName(encoding).newEncoder().canEncode("✓");
    }

    private static ExitCode code(DoctorReport report) {
        if (report.knowsNothing()) {
            return ExitCode.UNUSABLE;
        }
        return report.count(Mark.FAILED) > 0 ? ExitCode.FOUND : ExitCode.FINE;
    }
}
