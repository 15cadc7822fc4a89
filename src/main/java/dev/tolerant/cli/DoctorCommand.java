package dev.tolerant.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.cli.doctor.Doctor;
import dev.tolerant.cli.doctor.DoctorReport;
import dev.tolerant.cli.doctor.Mark;
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
        description = "Checks whether the webhook of a cluster works as it should, and says what to do where it does not."
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

    @Spec
    private CommandSpec spec;

    @Mixin
    private FactsOptions options;

    @Mixin
    private ColorOption color;

    @Mixin
    private OutputOption output =
            new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.MARKDOWN, OutputFormat.JUNIT);

    @Option(
            names = "--no-probe",
            description = "Only read objects: without dry runs and forwarded ports.")
    private boolean noProbe;

    @Override
    public Integer call() throws Exception {
        Doctor doctor = new Doctor(null, !noProbe, "", version(), PATIENCE);
        DoctorReport report = doctor.examine(options.facts(Messages.of(spec)));
        spec.commandLine().getOut().print(text(report));
        return code(report).code();
    }

    private static String version() {
        return Objects.requireNonNullElse(DoctorCommand.class.getPackage().getImplementationVersion(), "");
    }

    private String text(DoctorReport report) throws JsonProcessingException {
        return switch (output.format()) {
            case TEXT -> report.text(color.palette(), isUnicode());
            case JSON -> report.json(KubectlCommand.API_VERSION).toPrettyString() + "\n";
            case YAML -> YAMLMapper.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .build()
                    .writeValueAsString(report.json(KubectlCommand.API_VERSION));
            case MARKDOWN -> report.markdown();
            case JUNIT -> report.junit();
        };
    }

    /** Whether the terminal shows more than ASCII; a file does. */
    private static boolean isUnicode() {
        String encoding =
                System.getProperty("stdout.encoding", System.getProperty("native.encoding", StandardCharsets.UTF_8.name()));
        return !Terminal.isWatched() || Charset.forName(encoding).newEncoder().canEncode("✓");
    }

    private static ExitCode code(DoctorReport report) {
        if (report.knowsNothing()) {
            return ExitCode.UNUSABLE;
        }
        return report.count(Mark.FAILED) > 0 ? ExitCode.FOUND : ExitCode.FINE;
    }
}
