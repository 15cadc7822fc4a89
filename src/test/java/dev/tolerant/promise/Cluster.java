package dev.tolerant.promise;

import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A cluster: its API server, its namespaces, and the webhook with its settings. */
record Cluster(
        ModelledApiServer apiServer,
        Map<String, String> settings,
        TolerantConfig config,
        List<Namespace> namespaces,
        WholeProgram webhook) {

    static Cluster random(Random random) {
        RandomWorld world = new RandomWorld(random);
        Map<String, String> settings = world.texts("settings");
        List<Namespace> namespaces = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            namespaces.add(world.namespace("odd-namespace", "namespace-" + i));
        }
        TolerantConfig config = WholeProgram.config(settings);
        TolerantConfig.NodeFailure nodeFailure = config.rules().nodeFailure();
        return new Cluster(
                new ModelledApiServer(nodeFailure.apiServerNotReady(), nodeFailure.apiServerUnreachable()),
                settings,
                config,
                namespaces,
                WholeProgram.with(settings, namespaces.toArray(new Namespace[0])));
    }

    boolean enforces() {
        return config.mode() == Mode.ENFORCE;
    }

    boolean obeysAnnotations() {
        return config.rules().namespaceAnnotations().enabled();
    }

    /** Whether the operator sets seconds for the DaemonSet controller's entries. */
    boolean retimesDaemonSets() {
        return config.rules().daemonSet().enabled()
                && !config.rules().daemonSet().seconds().equals(TolerationSeconds.NEVER);
    }

    Namespace namespace(String name) {
        return namespaces.stream()
                .filter(namespace -> namespace.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
