package dev.tolerant.fuzz;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A webhook with what it knows of its cluster, for inputs that nobody foresaw. */
record FuzzedCluster(Engine engine, Snapshot snapshot) {
    static final TolerationRules RULES = new TolerationRules(true);
    static final Snapshot SNAPSHOT = snapshotOf(Path.of("src/test/resources/fuzz/cluster.yaml"));

    /** The program as it comes, with every rule at work, and in audit mode. */
    static final List<Engine> ENGINES = List.of(
            engine(Map.of()),
            engine(Map.of(
                    "comparison-operators", "true",
                    "rules.node-failure.not-ready", "60",
                    "rules.node-failure.unreachable", "never",
                    "rules.node-failure.override", "likely",
                    "rules.daemon-set.seconds", "60",
                    "rules.extended-resources.count-zero", "true",
                    "rules.extended-resources.ignore", "example.com/fpga",
                    "rules.extended-resources.taints.\"nvidia.com/gpu\"", "dedicated=ml:NoSchedule,spot:NoExecute",
                    "rules.namespace-annotations.api-server-enforces", "true")),
            engine(Map.of("mode", "audit")));

    /** The cluster of the resources with the program as it comes. */
    static final FuzzedCluster USUAL = new FuzzedCluster(ENGINES.get(0), SNAPSHOT);

    private static Engine engine(Map<String, String> settings) {
        return EngineFactory.of(WholeProgram.config(settings));
    }

    private static Snapshot snapshotOf(Path file) {
        try {
            PolicyFiles reading = PolicyFiles.ofText(Files.readString(file), RULES);
            if (reading.rejected() > 0) {
                throw new IllegalStateException(reading.problems().toString());
            }
            return reading.snapshot();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (InvalidManifestException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    /** The facts of a namespace, which may be unknown. */
    NamespaceFacts namespace(String name) {
        NamespaceFacts known = snapshot.namespaces().get(name);
        return known == null ? NamespaceFacts.unknown(name) : known;
    }

    /** This program in another cluster. */
    FuzzedCluster with(Snapshot other) {
        return new FuzzedCluster(engine, other);
    }
}
