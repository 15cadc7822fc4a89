package dev.tolerant.testing;

import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Node;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory of src/test/resources/explain: {@code pod.yaml}, or the captured review that {@code review-name} names, with
 * {@code settings.properties}, {@code policies} and {@code nodes.yaml} where they matter, and the explanation. Or one of
 * the library, whose policies and nodes are in {@code cluster}.
 */
public record ExplainedCase(Path directory) {
    private static final Path CASES = Path.of("src/test/resources/explain");
    private static final Path LIBRARY = Path.of("policies");
    private static final Path REVIEWS = Path.of("src/test/resources/reviews");
    private static final String CAPTURED = "review-";

    /** Those that have an explanation beside them, by name; suites say what the library's pods get. */
    public static List<ExplainedCase> withGolden() throws IOException {
        return in(CASES);
    }

    /** The typical pods of the library's policies, by name. */
    public static List<ExplainedCase> ofLibrary() throws IOException {
        return in(LIBRARY);
    }

    private static List<ExplainedCase> in(Path root) throws IOException {
        try (Stream<Path> directories = Files.list(root)) {
            return directories
                    .filter(Files::isDirectory)
                    .sorted()
                    .map(ExplainedCase::new)
                    .toList();
        }
    }

    /** One case by its name. */
    public static ExplainedCase of(String name) {
        return new ExplainedCase(CASES.resolve(name));
    }

    /** The file that is explained. */
    public Path input() {
        String name = directory.getFileName().toString();
        return name.startsWith(CAPTURED)
                ? REVIEWS.resolve(name.substring(CAPTURED.length()) + ".json")
                : directory.resolve("pod.yaml");
    }

    /** The directory of policies and namespaces; it need not exist. */
    public Path policies() {
        return directory.resolve(isOfLibrary() ? "cluster" : "policies");
    }

    /** The file of nodes; it need not exist. */
    public Path nodes() {
        return (isOfLibrary() ? policies() : directory).resolve("nodes.yaml");
    }

    private boolean isOfLibrary() {
        return directory.startsWith(LIBRARY);
    }

    /** The settings by their whole names. */
    public Map<String, String> settings() throws IOException {
        Properties properties = new Properties();
        Path file = directory.resolve("settings.properties");
        if (Files.exists(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                properties.load(in);
            }
        }
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
    }

    /** The explanation that must come out, {@code txt} or, for few cases, {@code json}. */
    public Path golden(String ending) {
        return directory.resolve("explanation." + ending);
    }

    public List<Explanation> explain() throws IOException, InvalidManifestException {
        Map<String, String> settings = settings().entrySet().stream()
                .collect(
                        Collectors.toMap(entry -> entry.getKey().substring("tolerant.".length()), Map.Entry::getValue));
        Explainer explainer = ExplainerFixture.with(settings);
        List<Node> nodes = Files.exists(nodes())
                ? NodeReader.read(ManifestFile.read(nodes()).manifests())
                : null;
        List<Explanation> explanations = new ArrayList<>();
        for (Manifest manifest : ManifestFile.read(input()).manifests()) {
            explanations.add(explainer.explain(
                    manifest,
                    snapshot(ExplainerFixture.controlPlane(settings), nodes == null ? List.of() : nodes),
                    nodes));
        }
        return explanations;
    }

    private Snapshot snapshot(ControlPlane controlPlane, List<Node> nodes) throws IOException {
        return Files.exists(policies())
                ? new PolicyFiles.Directory(policies(), controlPlane.tolerationRules())
                        .read(nodes)
                        .snapshot()
                : Snapshot.of(nodes);
    }

    @Override
    public String toString() {
        return directory.getFileName().toString();
    }
}
