package dev.tolerant.tools;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.objects.Owners;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.ManifestFiles.Read;
import dev.tolerant.tools.OutputOption.OutputFormat;
import dev.tolerant.tools.lint.LintCode;
import dev.tolerant.tools.lint.LintCode.Severity;
import dev.tolerant.tools.lint.LintReport;
import dev.tolerant.tools.lint.Linter;
import dev.tolerant.tools.suite.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            "The objects of a run are judged together, as those of one cluster; a folder with a suite is a cluster of"
                    + " its own.",
            "Objects of other kinds are counted on standard error; where there is nothing else, the exit code is 2.",
            "",
            "Examples:",
            "  tolerant lint manifests/ policies/",
            "  tolerant lint manifests/ --fail-on warning -o junit > lint.xml"
        },
        modelTransformer = LintCommand.FindingsInHelp.class)
final class LintCommand extends ToolCommand {
    static final class FindingsInHelp implements IModelTransformer {
        private static final String SECTION = "findings";

        @Override
        public CommandSpec transform(CommandSpec command) {
            UsageMessageSpec usage = command.usageMessage();
            List<String> sections = new ArrayList<>(usage.sectionKeys());
            sections.add(sections.indexOf(UsageMessageSpec.SECTION_KEY_FOOTER), SECTION);
            usage.sectionKeys(sections);
            usage.sectionMap().put(SECTION, FindingsInHelp::table);
            return command;
        }

        private static String table(CommandLine.Help help) {
            Map<String, String> findings = new LinkedHashMap<>();
            for (LintCode code : LintCode.values()) {
                findings.put(code.code(), code.severity().code() + ": " + code.meaning());
            }
            return "\nFindings:\n" + help.createTextTable(findings);
        }
    }

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Files of " + ManifestFiles.FORMS)
    private List<Path> parameters = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The same, as an option. May be repeated.")
    private List<Path> named = List.of();

    @Mixin
    private ManifestFiles manifests;

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
    private FailOn failOn;

    /** The least severe findings that make the exit code 1; notices never do. */
    private enum FailOn {
        ERROR,
        WARNING;

        Severity severity() {
            return Severity.valueOf(name());
        }
    }

    @Override
    ExitCode run(Messages messages) throws Exception {
        TolerantConfig config = Settings.read(settings);
        IgnoredInput ignored = IgnoredInput.unchecked();
        if (parameters.isEmpty() && named.isEmpty()) {
            throw new MissingParameterException(
                    spec.commandLine(),
                    new ArrayList<>(spec.positionalParameters()),
                    "Missing required parameter: 'FILE'");
        }
        List<Read> files = manifests.read(
                Stream.concat(named.stream(), parameters.stream()).toList(), true, messages);
        List<Path> suites =
                files.stream().filter(LintCommand::isSuite).map(Read::path).toList();
        Map<Path, Linter> worlds = new LinkedHashMap<>();
        for (Read file : files) {
            if (!isSuite(file)) {
                Linter linter = worlds.computeIfAbsent(
                        clusterOptions(file.path(), suites),
                        any -> new Linter(
                                new TolerationRules(config.comparisonOperators()),
                                ClusterView.explainerOf(config, Creators.UNNAMED),
                                Registration.OF_CHART));
                check(file, linter, ignored);
            }
        }
        LintReport report =
                LintReport.of(worlds.values().stream().map(Linter::report).toList());
        IgnoredInput.reportOtherForms(
                files.stream().filter(file -> !isSuite(file)).flatMap(Read::otherForms), messages);
        IgnoredInput.reportPlaceholders(report.placeholders(), messages);
        ignored.report(messages, report.objects().isEmpty());
        print(output.format(), () -> AnswerDocument.of("LintReport", report.document()), format -> switch (format) {
            case JUNIT -> report.junit(failOn.severity());
            case GITHUB -> report.gitHub();
            default -> report.text(Terminal.palette());
        });
        return report.has(failOn.severity()) ? ExitCode.FOUND : ExitCode.FINE;
    }

    private static boolean isSuite(Read read) {
        return read.file() != null && !read.path().equals(ClusterOptions.STANDARD_INPUT) && Suite.isIn(read.file());
    }

    /** The folder of the nearest suite above a file, whose objects are a cluster of their own; the empty path if there is none. */
    private static Path clusterOptions(Path file, List<Path> suites) {
        return Stream.iterate(file, Objects::nonNull, Path::getParent)
                .filter(above -> suites.stream().anyMatch(suite -> above.equals(suite.getParent())))
                .findFirst()
                .orElse(Path.of(""));
    }

    private static void check(Read read, Linter linter, IgnoredInput ignored) {
        ManifestFile file = read.file();
        if (file == null) {
            linter.checkUnreadable(Objects.requireNonNull(read.problem()));
            return;
        }
        for (ManifestFile.Entry entry : file.entries()) {
            if (entry.isObject() && !linter.check(file, entry, read.isPatch())) {
                JsonNode object = entry.content();
                String made = Owners.isMadeOfTemplate(object)
                        ? " that a controller made"
                        : read.isPatch() ? " that is a patch" : "";
                ignored.add((object.path("apiVersion").asText() + " "
                                        + object.path("kind").asText())
                                .trim()
                        + made);
            }
        }
    }
}
