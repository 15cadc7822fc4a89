package dev.tolerant.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.JsonWriter;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.lint.LintReport;
import dev.tolerant.tools.lint.Linter;
import dev.tolerant.tools.lint.Severity;
import dev.tolerant.tools.suite.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
            "docs/cli.md explains the codes. A folder with a suite is a cluster of its own.",
            "",
            "Examples:",
            "  tolerant lint manifests/ policies/",
            "  tolerant lint manifests/ --fail-on warning -o junit > lint.xml"
        })
final class LintCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private InputOptions input;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A .properties file with the program's tolerant.* settings.")
    private @Nullable Path settings;

    @Mixin
    private OutputOption output =
            new OutputOption(OutputFormat.JSON, OutputFormat.YAML, OutputFormat.JUNIT, OutputFormat.GITHUB);

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "error",
            description = "error or warning: which findings make the exit code 1. Default: error.")
    private Severity failOn;

    @Override
    public Integer call() throws Exception {
        OutputFormat format = output.format();
        TolerantConfig config = Settings.read(settings);
        List<Path> files = input.paths();
        PassedOver passedOver = PassedOver.unchecked();
        Progress progress = Progress.of(spec.commandLine().getErr(), files.size());
        Set<Path> suites = suites(files);
        Map<Path, Linter> worlds = new LinkedHashMap<>();
        for (Path file : files) {
            if (!suites.contains(file)) {
                Linter linter = worlds.computeIfAbsent(
                        world(file, suites),
                        any -> new Linter(
                                new TolerationRules(config.comparisonOperators()),
                                ClusterView.explainerOf(config),
                                Registration.OF_CHART));
                check(file, linter, passedOver);
            }
            progress.step();
        }
        LintReport report = worlds.values().stream()
                .map(Linter::report)
                .reduce(new LintReport(List.of(), List.of()), LintReport::and);
        passedOver.report(Messages.of(spec), report.objects().isEmpty());
        spec.commandLine().getOut().print(text(report, format));
        return (report.has(failOn) ? ExitCode.FOUND : ExitCode.FINE).code();
    }

    /** Suites among the files; one that cannot be read is no suite. */
    private static Set<Path> suites(List<Path> files) throws IOException {
        Set<Path> suites = new HashSet<>();
        for (Path file : files) {
            try {
                if (!file.equals(World.STANDARD_INPUT) && Suite.isIn(file)) {
                    suites.add(file);
                }
            } catch (InvalidManifestException saidLater) {
                // As a finding.
            }
        }
        return suites;
    }

    /** The folder of the nearest suite above a file, whose objects are a cluster of their own; the empty path if there is none. */
    private static Path world(Path file, Set<Path> suites) {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            Path above = folder;
            if (suites.stream().anyMatch(suite -> above.equals(suite.getParent()))) {
                return folder;
            }
        }
        return Path.of("");
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

    private String text(LintReport report, OutputFormat format) {
        return switch (format) {
            case JSON -> document(report).toPrettyString() + "\n";
            case YAML -> JsonWriter.yaml(document(report));
            case JUNIT -> report.junit(failOn);
            case GITHUB -> report.gitHub();
            default -> report.text(Terminal.palette());
        };
    }

    private static ObjectNode document(LintReport report) {
        ObjectNode document =
                AnswerDocument.of("LintReport").put("objects", report.objects().size());
        ArrayNode items = document.putArray("items");
        report.findings().forEach(finding -> items.add(finding.json()));
        return document;
    }
}
