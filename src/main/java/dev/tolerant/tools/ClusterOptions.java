package dev.tolerant.tools;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestPaths;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.text.Report;
import dev.tolerant.tools.reading.ClusterAccess;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import dev.tolerant.tools.reading.LiveCluster;
import dev.tolerant.tools.reading.ObjectsFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the cluster that a command is about: one that is asked, or the objects of files. */
final class ClusterOptions {
    static final Path STANDARD_INPUT = Path.of("-");

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description = "Instead of a live cluster, a dump, or files and directories of objects: policies, nodes,"
                    + " namespaces, pods and others; - for standard input. What they lack is unknown. May be"
                    + " repeated.")
    private List<Path> from = List.of();

    @Option(names = "--offline", description = "Use no cluster, only what the chart installs by default.")
    private boolean offline;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace to ask about, and of objects of -f that have none. Default: all of them; for a"
                    + " single object, the context's.")
    private @Nullable String namespace;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The kubeconfig's context. Default: its current one.")
    private @Nullable String context;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The kubeconfig. Default: those of KUBECONFIG.")
    private @Nullable Path kubeconfigFile;

    @Option(names = "--as", paramLabel = "USER", description = "The user to ask the cluster as.")
    private @Nullable String user;

    @Option(names = "--as-group", paramLabel = "GROUP", description = "A group of that user. May be repeated.")
    private List<String> groups = List.of();

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long to wait for each answer of the API server, such as 30s or 1m. Default: 10s.")
    private @Nullable Duration requestTimeout;

    private @Nullable ClusterAccess kubeconfig;
    private boolean said;

    ClusterObjects clusterObjects(Messages messages, Needs needs) throws Exception {
        return clusterObjects(messages, needs, Set.of());
    }

    /** Takes for granted that files without a dump lack none of the objects of these kinds. */
    ClusterObjects clusterObjects(Messages messages, Needs needs, Set<ObjectKind> whole) throws Exception {
        requireOne();
        if (!isLive()) {
            List<ObjectsFile> files = files(messages);
            ClusterObjects clusterObjects = ObjectsFile.merged(files, Instant.now());
            return files.stream().anyMatch(file -> file.dump() != null)
                    ? clusterObjects
                    : clusterObjects.withNone(whole);
        }
        if (!said) {
            messages.say(kubeconfig().title());
            said = true;
        }
        boolean isRestricted = namespace != null && needs.namespace().isEmpty();
        try (LiveCluster cluster = LiveCluster.of(kubeconfig());
                Progress progress = Progress.of(messages, "reading the cluster")) {
            return cluster.read(isRestricted ? needs.in(only()) : needs, progress);
        }
    }

    /** Fails where an option means another cluster than the one that is named, or no answer could come in time. */
    private void requireOne() throws InputException {
        if (requestTimeout().isZero()) {
            throw new InputException("--request-timeout must be longer than 0s");
        }
        if (offline && !from.isEmpty()) {
            throw new InputException("--offline is for no cluster, and --from names one: leave one of them out");
        }
        String asked = Stream.of(
                        Map.entry("--context", context != null),
                        Map.entry("--kubeconfig", kubeconfigFile != null),
                        Map.entry("--as", user != null),
                        Map.entry("--as-group", !groups.isEmpty()),
                        Map.entry("--request-timeout", requestTimeout != null))
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        if (!isLive() && !asked.isEmpty()) {
            throw new InputException(asked + " is for a live cluster, and " + (offline ? "--offline" : "--from")
                    + " uses none: leave one of them out");
        }
    }

    /**
     * Fails where files are read for two things at once, and where there is no terminal and no option says which cluster is meant: a
     * pipeline must not ask one by accident.
     */
    void requireNamedBeside(List<Path> files) throws InputException {
        if (files.contains(STANDARD_INPUT) && from.contains(STANDARD_INPUT)) {
            throw new InputException("-f and --from cannot both be standard input: give a file for one of them");
        }
        if (isLive() && context == null && kubeconfigFile == null && !Terminal.isWatched()) {
            throw new InputException("this is not a terminal, so name the cluster: --from FILES, --context NAME, or"
                    + " --offline for none");
        }
    }

    /** True where a cluster is asked, and no files. */
    boolean isLive() {
        return from.isEmpty() && !offline;
    }

    boolean concerns(String other) {
        return namespace == null || namespace.equals(other);
    }

    /** Empty for all namespaces. */
    String only() {
        return namespace == null ? "" : namespace;
    }

    /** The namespace of a single object: that of {@code -n}, or the context's; over files, {@code default}. */
    String namespace() throws ClusterUnavailableException {
        if (namespace != null) {
            return namespace;
        }
        String ofContext = isLive() ? kubeconfig().namespace() : "";
        return ofContext.isEmpty() ? "default" : ofContext;
    }

    /** Puts an object where kubectl would; fails if {@code -n} names another namespace than the object. */
    Manifest placed(Manifest manifest) throws ClusterUnavailableException, InvalidManifestException {
        String written = manifest.writtenNamespace();
        if (written.isEmpty()) {
            return manifest.in(namespace());
        }
        if (!concerns(written)) {
            throw manifest.wrong("the namespace from the provided object '" + written
                    + "' does not match the namespace '" + namespace + "': leave out -n, or give -n " + written);
        }
        return manifest;
    }

    /** Fails if the user names a namespace that does not exist: that nothing is wrong in it would mean nothing. */
    void requireNamespace(ClusterObjects clusterObjects) throws InputException {
        String wanted = namespace;
        if (wanted == null || clusterObjects.unknown(ObjectKind.NAMESPACE).isPresent()) {
            return;
        }
        List<String> names = clusterObjects.all(ObjectKind.NAMESPACE).stream()
                .map(ClusterObject::name)
                .toList();
        boolean used = clusterObjects.all(ObjectKind.POD).stream()
                .anyMatch(pod -> pod.namespace().equals(wanted));
        if (!used && !names.contains(wanted)) {
            List<String> near = NearNames.to(wanted, names);
            throw new InputException("there is no namespace " + wanted + "; "
                    + (near.isEmpty() ? "leave out -n to ask about all" : "there is " + String.join(", ", near)));
        }
    }

    static void requireKnown(ClusterObjects clusterObjects, List<ObjectKind> needed) throws InputException {
        for (ObjectKind kind : needed) {
            String why = clusterObjects.unknown(kind).orElse("");
            if (!why.isEmpty()) {
                throw new InputException(kind.plural() + " are not known: " + why);
            }
        }
    }

    /** For questions beyond the objects of the cluster; only if there are no files. */
    ClusterAccess kubeconfig() throws ClusterUnavailableException {
        if (kubeconfig == null) {
            kubeconfig = ClusterAccess.of(kubeconfigFile, context, user, groups, requestTimeout());
        }
        return kubeconfig;
    }

    Duration requestTimeout() {
        return requestTimeout == null ? ClusterAccess.PATIENCE : requestTimeout;
    }

    private List<ObjectsFile> files(Messages messages) throws IOException, InvalidManifestException, InputException {
        List<ObjectsFile> read = new ArrayList<>();
        ManifestPaths paths = ManifestPaths.NONE;
        try (Progress progress = Progress.of(messages, "reading files")) {
            for (Path path : from) {
                if (path.equals(STANDARD_INPUT)) {
                    read.add(readStandardInput());
                    continue;
                }
                ManifestPaths found = ManifestPaths.at(path);
                if (found.isEmpty()) {
                    throw new InputException(path + " has no files that end in .yaml, .yml or .json");
                }
                paths = paths.and(found);
                for (Path file : found.objects()) {
                    progress.now("reading " + file);
                    read.add(ObjectsFile.read(file, file.toString()));
                }
            }
        }
        IgnoredInput.report(paths, false, messages);
        IgnoredInput.reportOtherForms(read.stream().flatMap(file -> file.otherForms().stream()), messages);
        int others = read.stream()
                .filter(file -> file.dump() == null)
                .mapToInt(ObjectsFile::others)
                .sum();
        if (!offline && read.stream().allMatch(ObjectsFile::isEmpty)) {
            throw new InputException(from.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + " has no objects of a cluster that a question needs: give a dump, or what kubectl get -o json"
                    + " --show-managed-fields prints");
        }
        if (others > 0) {
            messages.say("ignores " + Report.counted(others, "object") + " of --from, of kinds that no question needs");
        }
        return read;
    }

    /** Through a file of the user's alone, because it can be larger than memory, and what it is may show only at its end. */
    private static ObjectsFile readStandardInput() throws IOException, InvalidManifestException {
        Path copy = Files.createTempFile("tolerant", ".json");
        // Signals end the JVM without the block below.
        copy.toFile().deleteOnExit();
        // Not Files.copy, which would replace the file by one that others may read.
        try (OutputStream out = Files.newOutputStream(copy)) {
            System.in.transferTo(out);
            return ObjectsFile.read(copy, "standard input");
        } finally {
            Files.deleteIfExists(copy);
        }
    }
}
