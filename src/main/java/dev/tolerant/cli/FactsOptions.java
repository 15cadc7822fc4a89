package dev.tolerant.cli;

import dev.tolerant.facts.ClusterFacts;
import dev.tolerant.facts.FactsFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say which cluster is asked about, and which of its namespaces. */
final class FactsOptions {
    @Option(
            names = {"-f", "--dump"},
            paramLabel = "FILE",
            description =
                    "A dump, or files of objects as kubectl get -o json --show-managed-fields writes them, in place of"
                            + " a cluster. May be repeated.")
    private List<Path> files = List.of();

    /** What is known of the cluster. */
    ClusterFacts facts(Messages messages) throws Exception {
        return FactsFile.read(files);
    }
}
