package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.ExplanationDocument;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Explainers with the settings of a test, and what they are asked about. */
public final class ExplainerFixture {

    private ExplainerFixture() {}

    /** An explainer with these settings ({@code rules.node-failure.not-ready}, ...) over the defaults. */
    public static Explainer with(Map<String, String> settings) {
        TolerantConfig config = WholeProgram.config(settings);
        return new Explainer(EngineFactory.of(config), controlPlane(settings), Creators.UNNAMED)
                .with(Registration.OF_CHART);
    }

    public static ControlPlane controlPlane(Map<String, String> settings) {
        TolerantConfig config = WholeProgram.config(settings);
        return new ControlPlane(config.comparisonOperators(), ControlPlane.NODE_MONITOR_GRACE_SECONDS);
    }

    /** An object as the only one of a file. */
    public static Manifest manifest(JsonNode object) {
        return new Manifest(new Place("test.yaml", 1, 0), (ObjectNode) object);
    }

    public static Manifest manifest(String yaml) {
        return manifest(Yaml.tree(yaml));
    }

    /** What becomes of the objects of a file where there are no policies and no namespaces. */
    public static List<Explanation> explain(Map<String, String> settings, String yaml) throws InvalidManifestException {
        List<Manifest> manifests = ManifestFile.of("test.yaml", yaml).manifests();
        List<Explanation> explanations = new ArrayList<>();
        for (Manifest manifest : manifests) {
            explanations.add(with(settings).explain(manifest, Snapshot.EMPTY, null));
        }
        return explanations;
    }

    /** The list of tolerations as JSON. */
    public static JsonNode tolerations(Explanation explanation) {
        var list = WholeProgram.JSON.createArrayNode();
        ExplanationDocument.tree(explanation).get("tolerations").forEach(entry -> list.add(entry.get("toleration")));
        return list;
    }
}
