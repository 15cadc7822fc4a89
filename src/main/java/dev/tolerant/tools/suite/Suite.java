package dev.tolerant.tools.suite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestPaths;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.tools.suite.Expectation.NodeExpectation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tests with the policies, settings and nodes that they share, read and ready to be run. */
public record Suite(Path file, Content suite, TolerantConfig config, Snapshot snapshot, List<Node> nodes) {
    /** Policies that cannot be used make a suite invalid. */
    public static Suite read(Path file)
            throws IOException, InvalidSuiteException, InvalidManifestException, InvalidSettingsException {
        Content suite = Content.read(file);
        Map<String, String> settings = suite.settings() == null ? Map.of() : suite.settings();
        TolerantConfig config = Settings.read(settings, file + ", settings");
        Path nodesFile = beside(file, suite.nodes());
        List<Node> nodes = nodesFile == null ? List.of() : NodeReader.read(manifests(nodesFile));
        return new Suite(file, suite, config, snapshot(beside(file, suite.policies()), nodes, config), nodes);
    }

    /** Those below a directory: files with one object that has tests, and is none of the API's. */
    public static List<Path> in(Path directory) throws IOException, InvalidManifestException {
        List<Path> suites = new ArrayList<>();
        for (Path file : ManifestPaths.at(directory).objects()) {
            if (isIn(ManifestFile.read(file))) {
                suites.add(file);
            }
        }
        return List.copyOf(suites);
    }

    /** True for a file that looks like a suite, and not like values of a chart, or tests for Helm or Prometheus. */
    public static boolean isIn(ManifestFile file) {
        return file.documents().stream()
                .filter(document -> document.has("tests") && !document.has("kind"))
                .map(document -> document.get("tests"))
                .anyMatch(tests -> !tests.isObject()
                        && (tests.isEmpty()
                                || tests.valueStream().anyMatch(test -> test.has("pod") || test.has("expect"))));
    }

    private static List<Manifest> manifests(Path path) throws IOException, InvalidManifestException {
        List<Manifest> manifests = new ArrayList<>();
        for (Path each : Files.isDirectory(path) ? ManifestPaths.at(path).objects() : List.of(path)) {
            manifests.addAll(ManifestFile.read(each).manifests());
        }
        return manifests;
    }

    private static @Nullable Path beside(Path file, @Nullable String name) {
        return name == null ? null : file.resolveSibling(name);
    }

    private static Snapshot snapshot(@Nullable Path policies, List<Node> nodes, TolerantConfig config)
            throws IOException, InvalidSuiteException {
        if (policies == null) {
            return Snapshot.of(nodes);
        }
        PolicyFiles reading =
                new PolicyFiles.Directory(policies, new TolerationRules(config.comparisonOperators())).read(nodes);
        if (!reading.problems().isEmpty()) {
            throw new InvalidSuiteException(policies + ": " + reading.problems().get(0));
        }
        return reading.snapshot();
    }

    public List<SuiteReport.Result> run() throws IOException, InvalidSuiteException, InvalidManifestException {
        List<SuiteReport.Result> results = new ArrayList<>();
        List<Content.Case> tests = suite.tests() == null ? List.of() : suite.tests();
        for (int i = 0; i < tests.size(); i++) {
            Content.Case test = tests.get(i);
            String path = "tests[" + i + "]";
            Expectation expectation = checked(test.expect(), file + ": " + path + ".expect");
            Manifest pod = pod(test.pod(), path + ".pod");
            Explanation explanation = explanation(test, pod, expectation, path + ".pod");
            results.add(new SuiteReport.Result(
                    file.toString(),
                    test.name() == null ? path : test.name(),
                    differences(expectation, explanation, pod)));
        }
        return List.copyOf(results);
    }

    private List<String> differences(Expectation expectation, Explanation explanation, Manifest pod) {
        List<String> differences = new ArrayList<>(Expectation.Differences.of(expectation, explanation));
        boolean asksForNamespace = snapshot.policies().policies().stream()
                .anyMatch(policy -> !policy.match().namespaceSelector().equals(LabelSelector.EVERYTHING));
        if (!differences.isEmpty() && asksForNamespace && !snapshot.namespaces().containsKey(pod.namespace())) {
            differences.add("namespace " + pod.namespace()
                    + " is not among the suite's policies, so that it has no labels: add the Namespace to them");
        }
        return List.copyOf(differences);
    }

    private Explanation explanation(Content.Case test, Manifest pod, Expectation expectation, String path)
            throws InvalidSuiteException, InvalidManifestException {
        try {
            Creators creators =
                    Creators.of(test.as() == null ? "" : test.as(), test.groups() == null ? List.of() : test.groups());
            return ClusterView.explainerOf(config, creators)
                    .explain(pod, snapshot, nodes(expectation))
                    .decided();
        } catch (InvalidManifestException invalid) {
            if (pod.place().equals(Place.NOWHERE)) {
                throw new InvalidSuiteException(
                        file + ", " + path + ": " + invalid.problem().what());
            }
            throw invalid;
        }
    }

    private Expectation checked(@Nullable Expectation expected, String path) throws InvalidSuiteException {
        if (expected == null || expected.equals(new Expectation(null, null, null, null, null, null, null))) {
            throw new InvalidSuiteException(path + " is missing; without it the test cannot fail");
        }
        for (Map.Entry<String, NodeExpectation> each : expected.ofNodes().entrySet()) {
            if (each.getValue() == null || each.getValue().equals(new NodeExpectation(null, null))) {
                throw new InvalidSuiteException(
                        path + ".nodes." + each.getKey() + " expects nothing; say schedulable or evictedAfterSeconds");
            }
        }
        List<String> verdicts = Stream.of(Verdict.values()).map(Verdict::code).toList();
        if (expected.verdict() != null && !verdicts.contains(expected.verdict())) {
            throw new InvalidSuiteException(path + ".verdict must be one of " + String.join(", ", verdicts)
                    + ", but is '" + expected.verdict() + "'");
        }
        Set<String> named = new TreeSet<>(expected.ofNodes().keySet());
        if (expected.runsOn() != null) {
            named.addAll(expected.runsOn());
        }
        for (String name : named) {
            if (nodes.stream().noneMatch(node -> node.name().equals(name))) {
                throw new InvalidSuiteException(path + ": " + name + " is not among the nodes that the suite names");
            }
        }
        return expected;
    }

    private List<Node> nodes(Expectation expectation) {
        List<Node> all = new ArrayList<>(nodes);
        expectation.evictions().keySet().forEach(taint -> all.add(new Node("", Map.of(), List.of(taint))));
        return List.copyOf(all);
    }

    private Manifest pod(@Nullable JsonNode pod, String path)
            throws IOException, InvalidSuiteException, InvalidManifestException {
        if (pod instanceof ObjectNode object) {
            return new Manifest(Place.NOWHERE, object);
        }
        if (pod == null || !pod.isTextual()) {
            throw new InvalidSuiteException(file + ": " + path + " must be a file or an object");
        }
        Path named = file.resolveSibling(pod.textValue());
        List<Manifest> found =
                manifests(named).stream().filter(Explainer::explains).toList();
        if (found.size() != 1) {
            throw new InvalidSuiteException(file + ": " + path + " must be a file with one pod or workload, but "
                    + named + " has " + found.size());
        }
        return found.get(0);
    }

    /**
     * A suite as it is written; paths are relative to the file.
     *
     * @param policies a directory of policies and namespaces
     * @param settings the program's settings by their whole names
     * @param nodes a file of Node objects
     */
    record Content(
            @Nullable String policies,

            @JsonDeserialize(contentUsing = Expectation.Written.class) @Nullable
            Map<String, String> settings,

            @Nullable String nodes,
            @Nullable List<Case> tests) {
        // The API refuses a number or a boolean where it has text, so a suite may not expect one there.
        private static final ObjectReader STRICT = JsonMapper.builder()
                .withCoercionConfig(LogicalType.Textual, ManifestFile::takesTextAlone)
                .build()
                .readerFor(Content.class);

        /** The pod is a file with one pod or workload, or the object itself; {@code as} creates it, of {@code groups}. */
        record Case(
                @Nullable String name,
                @Nullable JsonNode pod,
                @Nullable String as,
                @Nullable List<String> groups,
                @Nullable Expectation expect) {}

        /** Strictly: a misspelt expectation would never fail. */
        static Content read(Path file) throws IOException, InvalidSuiteException, InvalidManifestException {
            ManifestFile read = ManifestFile.read(file);
            List<JsonNode> documents = read.documents().stream()
                    .filter(document -> !document.isNull())
                    .toList();
            if (documents.size() > 1) {
                throw new InvalidSuiteException(
                        file + ": it has more than one document; put each suite into its own file");
            }
            try {
                Content suite = documents.isEmpty() ? null : STRICT.readValue(documents.get(0));
                if (suite == null || suite.tests == null || suite.tests.isEmpty()) {
                    throw new InvalidSuiteException(file + ": tests is missing; give it at least one test");
                }
                return suite;
            } catch (JsonProcessingException wrong) {
                String path = wrong instanceof JsonMappingException mapping ? ManifestProblem.path(mapping) : "";
                throw new InvalidSuiteException(
                        file + ": " + (path.isEmpty() ? "it is not a suite" : path + what(wrong)));
            }
        }

        private static String what(JsonProcessingException wrong) {
            if (wrong instanceof UnrecognizedPropertyException) {
                return " is not a field of a suite";
            }
            if (wrong.getCause() instanceof IllegalArgumentException because) {
                return ": " + because.getMessage();
            }
            return wrong instanceof MismatchedInputException mismatch && mismatch.getTargetType() == String.class
                    ? " must be text: put it in quotes"
                    : " has a value that does not fit";
        }
    }

    /** A suite that cannot be run; the message is a sentence that names the file and the path. */
    public static final class InvalidSuiteException extends Exception {
        InvalidSuiteException(String message) {
            super(message, null, false, false);
        }
    }
}
