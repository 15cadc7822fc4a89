package dev.tolerant.cli;

import dev.tolerant.facts.ClusterFacts;
import dev.tolerant.facts.ClusterView;
import dev.tolerant.facts.FactsFile;
import dev.tolerant.facts.Needs;
import dev.tolerant.manifest.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which cluster is asked about, and which of its namespaces. */
final class FactsOptions {
    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description =
                    "A dump, or files or directories of objects as kubectl get -o json --show-managed-fields writes"
                            + " them, in place of a cluster; - for standard input. May be repeated.")
    private List<Path> files = List.of();

    @Option(names = "--dump", paramLabel = "FILE", description = "The same.")
    private List<Path> dumps = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace to ask about. Default: all of them; for a single object, the context's.")
    private @Nullable String namespace;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "All namespaces, also where -n names one.")
    private boolean allNamespaces;

    /**
     * Facts, and policies that somebody proposes.
     *
     * @param proposals empty if there are none
     */
    record FactsAndProposals(ClusterFacts facts, List<Manifest> proposals) {}

    /** Everything that is known of the cluster. */
    ClusterFacts facts(Messages messages) throws Exception {
        return facts(messages, Needs.ALL);
    }

    /** What is known of the cluster of what a question needs; of a dump, all that it has. */
    ClusterFacts facts(Messages messages, Needs needs) throws Exception {
        List<Path> all = new ArrayList<>(dumps);
        all.addAll(files);
        return FactsFile.read(all);
    }

    /** The same, with each file of {@code -f} that has only policies as a proposal, and not as a fact. */
    FactsAndProposals factsAndProposals(Messages messages, Needs needs) throws Exception {
        return new FactsAndProposals(facts(messages, needs), List.of());
    }

    /** The cluster as it is. */
    ClusterView today(Messages messages) throws Exception {
        return ClusterView.today(facts(messages));
    }

    /** The cluster as it is, as far as a question needs it. */
    ClusterView today(Messages messages, Needs needs) throws Exception {
        return ClusterView.today(facts(messages, needs));
    }

    /** Whether the answer should be about objects of this namespace. */
    boolean concerns(String other) {
        return allNamespaces || namespace == null || namespace.equals(other);
    }

    /** The namespace of a single object: that of {@code -n}, or the context's; over a dump, {@code default}. */
    String namespace() throws Exception {
        return namespace == null ? "default" : namespace;
    }
}
