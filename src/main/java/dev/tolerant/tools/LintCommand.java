package dev.tolerant.tools;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.lint.LintReport;
import dev.tolerant.tools.lint.Linter;
import dev.tolerant.tools.lint.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds what is wrong in manifests and policies. */
@Command(
        name = "lint",
        description = "Finds tolerations and policies that the API refuses, or that do not do what they seem to do, in"
                + " pods, workloads, TolerationPolicy and Namespace objects.",
        exitCodeList = {
            "0:there is no error",
            "1:there is an error, or with --fail-on warning a warning",
            ExitCode.CANNOT_BE_USED
        },
        footer = {
            "",
            "docs/cli.md explains the codes. An annotation of the object silences a warning, with a reason:",
            "  lint.tolerant.dev/ignore-never-asked: \"the namespace opts in next week\"",
            "",
            "Examples:",
            "  tolerant lint manifests/ --policies policies/",
            "  tolerant lint manifests/ --fail-on warning -o junit > lint.xml"
        })
final class LintCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--policies",
            paramLabel = "DIR",
            description = "The same as another FILE, under the name that other commands use.")
    private @Nullable Path policies;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A .properties file with the program's tolerant.* settings.")
    private @Nullable Path settings;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, json or junit. Default: text.")
    private ReportFormat format;

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "error",
            description = "error or warning: which findings make the exit code 1. Default: error.")
    private Severity failOn;

    @Override
    public Integer call() throws Exception {
        TolerantConfig config = Settings.read(settings);
        Linter linter = new Linter(
                new TolerationRules(config.comparisonOperators()),
                ClusterView.explainerOf(config),
                Registration.OF_CHART);
        List<Path> files = new ArrayList<>();
        if (policies == null || !input.isEmpty()) {
            files.addAll(input.paths());
        }
        if (policies != null) {
            files.addAll(InputOptions.paths(policies));
        }
        PassedOver passedOver = PassedOver.unchecked();
        Progress progress = Progress.of(spec.commandLine().getErr(), files.size());
        for (Path file : files) {
            check(file, linter, passedOver);
            progress.step();
        }
        LintReport report = linter.report();
        passedOver.report(Messages.of(spec), report.objects().isEmpty());
        spec.commandLine().getOut().print(text(report));
        return (report.has(failOn) ? ExitCode.FOUND : ExitCode.FINE).code();
    }

    private static void check(Path file, Linter linter, PassedOver passedOver) throws IOException {
        try {
            ManifestFile read = InputOptions.read(file);
            for (ManifestFile.Entry entry : read.entries()) {
                if (!linter.check(read, entry)) {
                    JsonNode object = entry.content();
                    passedOver.add((object.path("apiVersion").asText() + " "
                                    + object.path("kind").asText())
                            .trim());
                }
            }
        } catch (InvalidManifestException unreadable) {
            linter.checkUnreadable(unreadable.problem());
        }
    }

    private String text(LintReport report) {
        return switch (format) {
            case TEXT -> report.text(Terminal.palette());
            case JSON -> report.json();
            case JUNIT -> report.junit(failOn);
        };
    }
}
