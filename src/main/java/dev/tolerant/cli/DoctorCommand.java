package dev.tolerant.cli;

import dev.tolerant.cli.doctor.Doctor;
import dev.tolerant.cli.doctor.DoctorReport;
import dev.tolerant.cli.doctor.Mark;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Finds what keeps the webhook of a cluster from working as it should. */
@Command(
        name = "doctor",
        description =
                "Checks whether the webhook of a cluster works as it should, and says what to do where it does not.",
        exitCodeList = {"0:no check has failed", "1:a check has failed", "2:nothing could be asked"})
final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private FactsOptions facts;

    @Mixin
    private ColorOption color;

    @Override
    public Integer call() throws Exception {
        DoctorReport report = Doctor.examine(facts.facts(Messages.of(spec)));
        spec.commandLine().getOut().print(report.text(color.palette(), true));
        return code(report).code();
    }

    private static ExitCode code(DoctorReport report) {
        if (report.knowsNothing()) {
            return ExitCode.UNUSABLE;
        }
        return report.count(Mark.FAILED) > 0 ? ExitCode.FOUND : ExitCode.FINE;
    }
}
