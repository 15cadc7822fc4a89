package dev.tolerant.tools;

import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.suite.Suite;
import dev.tolerant.tools.suite.SuiteReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs tests of policies. */
@Command(
        name = "test",
        description = "Runs suites: files of pods with the result that each should have.",
        exitCodeList = {"0:every test has passed", "1:a test has failed", ExitCode.CANNOT_BE_USED},
        footer = {
            "",
            "A suite:",
            "  policies: policies/               # relative to the suite, as all files are",
            "  settings: {tolerant.rules.node-failure.not-ready: 60}",
            "  nodes: nodes.yaml",
            "  tests:",
            "  - name: train pods land on the pool",
            "    pod: train.yaml                 # or the object itself; as and groups say who creates it",
            "    expect:                         # what is left out may be anything",
            "      verdict: patched              # patched, unchanged, refused or skipped",
            "      refusal: keep-out             # a part of the message",
            "      tolerations: []               # all of them, in order",
            "      tolerates: [{key: dedicated, value: train, effect: NoSchedule}]   # some of them",
            "      evictedAfterSeconds: {node.kubernetes.io/not-ready: 60, node.kubernetes.io/unreachable: never}",
            "      runsOn: [node-1]              # all nodes where it may run, and no other",
            "      nodes: {node-1: {schedulable: true, evictedAfterSeconds: never}}",
            "",
            "Examples:",
            "  tolerant test policies/",
            "  tolerant test suite.yaml -o junit > policies.xml"
        })
final class TestCommand extends ToolCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "SUITE",
            description = "Files of tests, or directories, of which all suites below are run.")
    private List<Path> suites;

    @Mixin
    private OutputOption output = new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.JUNIT);

    @Override
    ExitCode run(Messages messages) throws Exception {
        List<SuiteReport.Result> results = new ArrayList<>();
        try (Progress running = Progress.of(messages, "reading files")) {
            for (Path named : suites) {
                List<Path> files = Files.isDirectory(named) ? Suite.in(named) : List.of(named);
                if (files.isEmpty()) {
                    throw new InputException(named + " has no suite: a file with tests");
                }
                for (Path suite : files) {
                    running.now("running " + suite);
                    results.addAll(Suite.read(suite).run());
                }
            }
        }
        SuiteReport report = new SuiteReport(List.copyOf(results));
        print(
                output.format(),
                () -> AnswerDocument.of("TestReport", report),
                format -> format == OutputFormat.JUNIT ? report.junit() : report.text(Terminal.palette()));
        return report.passed() ? ExitCode.FINE : ExitCode.FOUND;
    }
}
