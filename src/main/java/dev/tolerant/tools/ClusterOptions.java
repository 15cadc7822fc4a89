package dev.tolerant.tools;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.model.ControlPlane;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.observed.explain.Creators;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.settings.InvalidSettingsException;
import dev.tolerant.settings.Settings;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that describe the cluster: policies, settings and who creates the pods. */
final class ClusterOptions {
    @Option(
            names = "--policies",
            paramLabel = "DIR",
            description =
                    "A directory of TolerationPolicy, Namespace and Node objects. Without it there are no policies,"
                            + " and namespaces have no labels or annotations.")
    private @Nullable Path policies;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            description = "A .properties file with the program's tolerant.* settings. System properties and the"
                    + " environment win over it; tolerant.mode is ignored.")
    private @Nullable Path settings;

    @Option(
            names = "--as",
            paramLabel = "USER",
            defaultValue = "",
            description =
                    "The user who creates the pods; controllers create the pods of workloads. Without it, a pod that names"
                            + " a controller is asked about as that controller would ask.")
    private String user;

    @Option(names = "--as-group", paramLabel = "GROUP", description = "A group of that user. May be repeated.")
    private List<String> groups = List.of();

    TolerantConfig config() throws IOException, InvalidSettingsException {
        return Settings.read(settings);
    }

    /** An explainer of pods as an API server would send them to the webhook. */
    Explainer explainer(TolerantConfig config) {
        return explainer(config, Creators.of(user, groups));
    }

    /** An explainer of pods that nobody in particular creates. */
    static Explainer explainerOf(TolerantConfig config) {
        return explainer(config, Creators.UNNAMED);
    }

    private static Explainer explainer(TolerantConfig config, Creators creators) {
        ControlPlane controlPlane = new ControlPlane(
                EngineFactory.defaults(config), config.comparisonOperators(), ControlPlane.NODE_MONITOR_GRACE_SECONDS);
        return new Explainer(EngineFactory.of(config), controlPlane, creators);
    }

    /** Policies and namespaces; those that cannot be used are reported and left out. */
    Snapshot snapshot(TolerantConfig config, List<Node> nodes, Messages messages) throws IOException {
        if (policies == null) {
            return Snapshot.of(nodes);
        }
        PolicyFiles reading =
                new PolicyFiles.Directory(policies, new TolerationRules(config.comparisonOperators())).read(nodes);
        reading.problems().forEach(problem -> messages.say("policies: " + problem));
        return reading.snapshot();
    }
}
