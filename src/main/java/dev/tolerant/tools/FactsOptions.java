package dev.tolerant.tools;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestDirectory;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterFacts.Needs;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.reading.ClusterUnavailableException;
import dev.tolerant.tools.reading.FactsFile;
import dev.tolerant.tools.reading.FileFacts;
import dev.tolerant.tools.reading.Kubeconfig;
import dev.tolerant.tools.reading.LiveCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which cluster is asked about, and which of its namespaces. */
final class FactsOptions {
    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "In place of a cluster a dump, or files or directories of objects as kubectl get -o json"
                    + " --show-managed-fields writes them; - for standard input. May be repeated.")
    private List<Path> files = List.of();

    @Option(
            names = "--dump",
            paramLabel = "FILE",
            description = "The same as -f, but never a proposal. May be repeated.")
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

    @Mixin
    private KubeconfigOptions kubeconfig;

    @Option(names = "--now", hidden = true, description = "The time of facts from files that do not tell it.")
    private @Nullable Instant now;

    /**
     * Facts, and policies that somebody proposes.
     *
     * @param proposals empty if there are none
     */
    record FactsAndProposals(ClusterFacts facts, List<Manifest> proposals) {}

    /** What is known of the cluster of what a question needs; of files, all that they have. */
    ClusterFacts facts(Messages messages, Needs needs) throws Exception {
        return factsOf(readFiles(), messages, needs);
    }

    /** The same, but a file of {@code -f} that has policies alone is a proposal, and no fact. */
    FactsAndProposals factsAndProposals(Messages messages, Needs needs) throws Exception {
        List<FileFacts> facts = new ArrayList<>(read(dumps));
        List<FileFacts> others = new ArrayList<>();
        List<Manifest> proposals = new ArrayList<>();
        for (FileFacts file : read(files)) {
            if (file.isProposal()) {
                file.facts().forEach(fact -> proposals.add(fact.manifest()));
            } else {
                others.add(file);
            }
        }
        facts.addAll(others);
        boolean hasPods = facts.stream().anyMatch(FileFacts::hasPods);
        for (FileFacts file : others) {
            if (!file.hasPods() && (file.hasPolicies() || !hasPods)) {
                throw new InputException(
                        file.name() + (file.hasPolicies() ? " has policies and other objects" : " has no policies")
                                + ", and it is no cluster either, for want of pods: let -f name files that have policies alone,"
                                + " and --dump those of the cluster");
            }
        }
        return new FactsAndProposals(factsOf(facts, messages, needs), List.copyOf(proposals));
    }

    /** The cluster as it is, as far as a question needs it. */
    ClusterView today(Messages messages, Needs needs) throws Exception {
        return ClusterView.today(facts(messages, needs));
    }

    /** Whether the answer should be about objects of this namespace. */
    boolean concerns(String other) {
        return allNamespaces || namespace == null || namespace.equals(other);
    }

    /** Fails if somebody names a namespace that is not there: that nothing is wrong in it would mean nothing. */
    void requireNamespace(ClusterFacts facts) throws InputException {
        String wanted = namespace;
        if (wanted == null || allNamespaces || facts.unknown(FactKind.NAMESPACE).isPresent()) {
            return;
        }
        List<String> names =
                facts.all(FactKind.NAMESPACE).stream().map(Fact::name).toList();
        boolean used =
                facts.all(FactKind.POD).stream().anyMatch(pod -> pod.namespace().equals(wanted));
        if (!used && !names.contains(wanted)) {
            List<String> near = NearNames.to(wanted, names);
            throw new InputException("there is no namespace " + wanted + "; "
                    + (near.isEmpty() ? "-A asks about all" : "there is " + String.join(", ", near)));
        }
    }

    /** Fails if an answer would need objects that are not known. */
    static void requireKnown(ClusterFacts facts, List<FactKind> needed) throws InputException {
        for (FactKind kind : needed) {
            String why = facts.unknown(kind).orElse("");
            if (!why.isEmpty()) {
                throw new InputException(kind.plural() + " are not known: " + why);
            }
        }
    }

    /** The namespace of a single object: that of {@code -n}, or the context's; over files, {@code default}. */
    String namespace() throws ClusterUnavailableException {
        if (namespace != null) {
            return namespace;
        }
        String ofContext = isLive() ? kubeconfig().namespace() : "";
        return ofContext.isEmpty() ? "default" : ofContext;
    }

    /** Whether a cluster is asked, and no files. */
    boolean isLive() {
        return dumps.isEmpty() && files.isEmpty();
    }

    /** The cluster that is asked if there are no files, for questions beyond its facts. */
    Kubeconfig kubeconfig() {
        return kubeconfig.kubeconfig();
    }

    private ClusterFacts factsOf(List<FileFacts> read, Messages messages, Needs needs) throws Exception {
        if (!read.isEmpty()) {
            if (read.stream()
                    .allMatch(file -> file.dump() == null && file.facts().isEmpty())) {
                throw new InputException(
                        read.get(0).name() + " has no objects of a cluster that a question needs: give a"
                                + " dump, or what kubectl get -o json --show-managed-fields prints");
            }
            return FactsFile.merged(read, now == null ? Instant.now() : now);
        }
        try (LiveCluster cluster = LiveCluster.of(kubeconfig());
                ReadingLine line = ReadingLine.of(messages.err())) {
            return cluster.read(restricted(needs), line);
        }
    }

    /** What a question needs of the namespace that somebody names, unless it names one itself. */
    private Needs restricted(Needs needs) {
        return allNamespaces || namespace == null || !needs.namespace().isEmpty() ? needs : needs.in(namespace);
    }

    private List<FileFacts> readFiles() throws IOException, InvalidManifestException, InputException {
        List<FileFacts> read = new ArrayList<>(read(dumps));
        read.addAll(read(files));
        return read;
    }

    private static List<FileFacts> read(List<Path> paths) throws IOException, InvalidManifestException, InputException {
        List<FileFacts> read = new ArrayList<>();
        for (Path path : paths) {
            if (path.equals(InputOptions.STANDARD_INPUT)) {
                read.add(readStandardInput());
                continue;
            }
            List<Path> found = ManifestDirectory.filesAt(path);
            if (found.isEmpty()) {
                throw new InputException(path + " has no files that end in .yaml, .yml or .json");
            }
            for (Path file : found) {
                read.add(FactsFile.read(file, file.toString()));
            }
        }
        return read;
    }

    /** Through a file, because it can be larger than memory, and what it is may show only at its end. */
    private static FileFacts readStandardInput() throws IOException, InvalidManifestException {
        Path copy = Files.createTempFile("tolerant", ".json");
        try {
            Files.copy(System.in, copy, StandardCopyOption.REPLACE_EXISTING);
            return FactsFile.read(copy, "standard input");
        } finally {
            Files.delete(copy);
        }
    }
}
