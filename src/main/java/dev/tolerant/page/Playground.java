package dev.tolerant.page;

import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.core.controlplane.ControlPlane;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.crd.PolicyText;
import dev.tolerant.crd.Reading;
import dev.tolerant.explain.Creators;
import dev.tolerant.explain.Explainer;
import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.manifest.Manifest;
import dev.tolerant.manifest.ManifestFile;
import dev.tolerant.page.Result.Editor;
import dev.tolerant.review.Mode;
import dev.tolerant.settings.EngineFactory;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.SettingsText;
import dev.tolerant.settings.TolerantConfig;
import jakarta.inject.Singleton;
import java.util.List;

/** Explains the content of the page's editors; it stores nothing and calls nothing outside the program. */
@Singleton
class Playground {
    /** More than anybody reads; one request must not keep a thread busy for seconds. */
    private static final int MAX_OBJECTS = 20;

    private final CurrentSnapshot inForce;

    Playground(CurrentSnapshot inForce) {
        this.inForce = inForce;
    }

    Result explain(Attempt attempt) {
        Result result = new Result();
        try {
            TolerantConfig config = SettingsText.read(attempt.settings());
            if (config.mode() == Mode.AUDIT) {
                result.addProblem(
                        Editor.SETTINGS, "tolerant.mode is audit: this is what would happen; pods are not changed");
            }
            explain(attempt, config, result);
        } catch (InvalidSettingsException invalid) {
            invalid.problems().forEach(problem -> result.addProblem(Editor.SETTINGS, problem));
        }
        return result;
    }

    private void explain(Attempt attempt, TolerantConfig config, Result result) {
        Snapshot snapshot;
        try {
            snapshot = snapshot(attempt, config, result);
        } catch (InvalidManifestException notYaml) {
            result.addProblem(Editor.POLICIES, notYaml.problem().toString());
            return;
        }
        Explainer explainer = new Explainer(
                EngineFactory.of(config),
                ControlPlane.of(EngineFactory.defaults(config), config.comparisonOperators()),
                Creators.unnamed(config.controllers()));
        for (Manifest manifest : manifests(attempt.pods(), result)) {
            try {
                result.add(explainer.explain(manifest, snapshot, null));
            } catch (InvalidManifestException invalid) {
                result.addProblem(Editor.PODS, invalid.problem().toString());
            }
        }
    }

    private Snapshot snapshot(Attempt attempt, TolerantConfig config, Result result) throws InvalidManifestException {
        String policies = attempt.policies();
        if (policies == null) {
            return inForce.current();
        }
        Reading reading = PolicyText.read(policies, new TolerationRules(config.comparisonOperators()));
        reading.problems().forEach(problem -> result.addProblem(Editor.POLICIES, problem.toString()));
        return reading.snapshot();
    }

    private static List<Manifest> manifests(String pods, Result result) {
        List<Manifest> manifests;
        try {
            manifests = ManifestFile.of("pods", pods).manifests();
        } catch (InvalidManifestException invalid) {
            result.addProblem(Editor.PODS, invalid.problem().toString());
            return List.of();
        }
        if (manifests.isEmpty()) {
            result.addProblem(Editor.PODS, "there is no object yet: paste a pod or a workload, or pick a sample");
        }
        if (manifests.size() <= MAX_OBJECTS) {
            return manifests;
        }
        result.addProblem(
                Editor.PODS,
                "of " + manifests.size() + " objects the first " + MAX_OBJECTS
                        + " are explained; leave the others out to see the rest");
        return manifests.subList(0, MAX_OBJECTS);
    }
}
