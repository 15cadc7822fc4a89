package dev.tolerant.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.page.Result.Editor;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import dev.tolerant.settings.TolerantConfig;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains the content of the page's editors; it stores nothing and calls nothing outside the program. */
public record Playground(InForce inForce) {
    private static final int MAX_OBJECTS = 20;
    /** Nodes and taints together of which each explanation shows what they do. */
    private static final int MAX_TAINTS = 200;

    Result explain(Attempt attempt) {
        Result result = new Result();
        try {
            explain(attempt, Settings.ofText(attempt.settings()), result);
        } catch (InvalidSettingsException invalid) {
            result.addProblems(Editor.SETTINGS, invalid.problems());
        } catch (InvalidManifestException notYaml) {
            result.addProblem(Editor.POLICIES, notYaml.problem().toString());
        }
        return result;
    }

    private void explain(Attempt attempt, TolerantConfig config, Result result) throws InvalidManifestException {
        if (config.mode() == Mode.AUDIT) {
            result.addProblem(
                    Editor.SETTINGS,
                    "tolerant.mode is audit: pods stay as they are; what enforce would do follows each");
        }
        Snapshot snapshot = snapshot(attempt, config, result);
        Explainer explainer = ClusterView.explainerOf(config, Creators.UNNAMED).with(Registration.OF_CHART);
        List<Node> nodes = attempt.policies() == null ? null : nodes(snapshot, result);
        List<Manifest> manifests = manifests(attempt.pods(), result);
        for (int i = 0; i < Math.min(manifests.size(), MAX_OBJECTS); i++) {
            try {
                result.add(explainer.explain(manifests.get(i), snapshot, nodes));
            } catch (InvalidManifestException invalid) {
                result.addProblem(Editor.PODS, invalid.problem().toString());
            }
        }
        if (manifests.size() > MAX_OBJECTS) {
            result.addProblem(
                    Editor.PODS,
                    "of " + manifests.size() + " objects the first " + MAX_OBJECTS
                            + " are explained; leave the others out to see the rest");
        }
    }

    private Snapshot snapshot(Attempt attempt, TolerantConfig config, Result result) throws InvalidManifestException {
        String policies = attempt.policies();
        if (policies == null) {
            return inForce.snapshot();
        }
        PolicyFiles reading = PolicyFiles.ofText(policies, new TolerationRules(config.comparisonOperators()));
        result.addProblems(
                Editor.POLICIES,
                reading.problems().stream().map(ManifestProblem::toString).toList());
        return reading.snapshot();
    }

    /** By name; null if there are none to show, or too many. */
    private static @Nullable List<Node> nodes(Snapshot snapshot, Result result) {
        Collection<Node> nodes = snapshot.nodes().values();
        int taints = nodes.stream().mapToInt(node -> 1 + node.taints().size()).sum();
        if (taints > MAX_TAINTS) {
            result.addProblem(
                    Editor.POLICIES,
                    "the nodes and their taints are " + taints + " together, and the playground shows what happens on "
                            + MAX_TAINTS + ": leave some out to see the rest");
            return null;
        }
        return nodes.isEmpty()
                ? null
                : nodes.stream().sorted(Comparator.comparing(Node::name)).toList();
    }

    private static List<Manifest> manifests(String pods, Result result) {
        try {
            List<Manifest> manifests = ManifestFile.of("pods", pods).manifests();
            if (manifests.isEmpty()) {
                result.addProblem(Editor.PODS, "there is no object yet: paste a pod or a workload, or pick a sample");
            }
            return manifests;
        } catch (InvalidManifestException invalid) {
            result.addProblem(Editor.PODS, invalid.problem().toString());
            return List.of();
        }
    }

    /** In YAML or JSON, but for settings as in a {@code .properties} file; policies are null for those in force. */
    record Attempt(String pods, @Nullable String policies, String settings) {
        private static final ObjectMapper JSON = new ObjectMapper();

        static Attempt read(byte[] body) throws InvalidException {
            JsonNode json;
            try {
                json = JSON.readTree(body);
            } catch (IOException notJson) {
                throw new InvalidException("the body is not JSON");
            }
            if (!json.isObject()) {
                throw new InvalidException("the body must be a JSON object with pods, policies and settings");
            }
            return new Attempt(
                    text(json, "pods"),
                    json.path("policies").isNull() ? null : text(json, "policies"),
                    text(json, "settings"));
        }

        private static String text(JsonNode json, String field) throws InvalidException {
            if (!json.path(field).isTextual()) {
                throw new InvalidException(field + " must be a string");
            }
            return json.get(field).textValue();
        }

        /** A request of the page that is not in its form; the message is a sentence. */
        static final class InvalidException extends Exception {
            InvalidException(String message) {
                super(message, null, false, false);
            }
        }
    }

    /** The policies and settings in force where the page is served; the page starts with them. */
    public interface InForce {
        /** The policies and namespaces by which pods are explained unless others are typed. */
        Snapshot snapshot();

        /** The policies, namespaces and nodes as they are written; empty if only their compiled form is known. */
        String policies();

        /** The settings, as the text of a {@code .properties} file. */
        String settings();
    }
}
