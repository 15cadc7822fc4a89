package dev.tolerant.tools;

import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import dev.tolerant.tools.doctor.Doctor;
import dev.tolerant.tools.doctor.DoctorReport;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            "  tolerant doctor --wait 2m",
            "  tolerant doctor --from dump.json -v"
        })
final class DoctorCommand extends ToolCommand {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    @Mixin
    private ClusterOptions clusterOptions;

    @Mixin
    private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.YAML);

    @Option(names = "--no-probe", description = "Only read objects: without dry runs.")
    private boolean noProbe;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Check again until all is well, for at most this time: 2m after an upgrade, for example.")
    private @Nullable Duration wait;

    @Override
    ExitCode run(Messages messages) throws Exception {
        if (wait != null && !clusterOptions.isLive()) {
            throw new InputException("--wait is for a live cluster, and a dump does not change: leave it out");
        }
        Duration most = Objects.requireNonNullElse(wait, Duration.ZERO);
        Examined last = until(
                () -> examined(messages),
                examined -> code(examined.report()) == ExitCode.FINE,
                most,
                () -> waiting(messages),
                System::nanoTime);
        last.clusterObjects().notes().forEach(messages::say);
        print(
                output.format(),
                () -> AnswerDocument.of(
                        "Doctor", last.clusterObjects(), last.report().document()),
                any -> last.report()
                        .report(isUnicode(), messages.verbose())
                        .text(Terminal.palette(), Terminal.width()));
        return code(last.report());
    }

    private record Examined(ClusterObjects clusterObjects, DoctorReport report) {}

    @FunctionalInterface
    interface Pause {
        void pause() throws InterruptedException;
    }

    /** Tries again after a pause until the outcome is good, but not after that time; returns the last outcome. */
    static <T> T until(Callable<T> attempt, Predicate<T> isGood, Duration most, Pause pause, LongSupplier nanos)
            throws Exception {
        long end = nanos.getAsLong() + most.toNanos();
        T outcome = attempt.call();
        while (!isGood.test(outcome) && nanos.getAsLong() - end < 0) {
            pause.pause();
            outcome = attempt.call();
        }
        return outcome;
    }

    private static void waiting(Messages messages) throws InterruptedException {
        try (Progress waiting = Progress.of(messages, "waiting for the checks to pass")) {
            Thread.sleep(PAUSE.toMillis());
        }
    }

    private Examined examined(Messages messages) throws Exception {
        ClusterObjects clusterObjects = clusterOptions.clusterObjects(messages, Doctor.needs());
        boolean live = clusterOptions.isLive();
        try (Progress checking = Progress.of(messages, "checking");
                Doctor doctor = new Doctor(
                        live ? clusterOptions.kubeconfig().client() : null,
                        !noProbe,
                        live ? clusterOptions.namespace() : "",
                        clusterOptions.requestTimeout().multipliedBy(2),
                        messages::unexpected)) {
            return new Examined(clusterObjects, doctor.examine(clusterObjects));
        }
    }

    /** True where the terminal shows more than ASCII; a file does. */
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
