package dev.tolerant.tools;

import dev.tolerant.tools.suite.Suite;
import dev.tolerant.tools.suite.SuiteReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
            "Example:",
            "  tolerant test suite.yaml -o junit > policies.xml"
        })
final class TestCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "SUITE", description = "Files of tests.")
    private List<Path> suites;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or junit. Default: text.")
    private ReportFormat format;

    @Override
    public Integer call() throws Exception {
        List<SuiteReport.Result> results = new ArrayList<>();
        for (Path suite : suites) {
            results.addAll(Suite.read(suite).run());
        }
        SuiteReport report = new SuiteReport(List.copyOf(results));
        spec.commandLine().getOut().print(text(report));
        return (report.passed() ? ExitCode.FINE : ExitCode.FOUND).code();
    }

    private String text(SuiteReport report) {
        return switch (format) {
            case TEXT -> report.text(Terminal.palette());
            case JSON -> report.json();
            case JUNIT -> report.junit();
        };
    }
}
