package dev.tolerant.crd;

import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.core.toleration.TolerationRules;
import dev.tolerant.manifest.ManifestDirectory;
import dev.tolerant.manifest.ManifestFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a directory of manifests again and again, and keeps the last good version of whatever breaks. */
public final class DirectoryReader {
    private final Path directory;
    private final TolerationRules rules;
    private Map<Path, Manifests> lastGood = Map.of();
    private Map<String, NamespaceFacts> namespaces = Map.of();
    private Map<String, Policy> policies = Map.of();

    public DirectoryReader(Path directory, TolerationRules rules) {
        this.directory = directory;
        this.rules = rules;
    }

    /**
     * What one reading found.
     *
     * @param rejected how many policies are there but cannot be used
     * @param problems a sentence for each thing that could not be used
     */
    public record Reading(Snapshot snapshot, int rejected, List<String> problems) {}

    /**
     * Reads all files.
     *
     * @throws IOException if the directory itself cannot be listed; what was read before stays good
     */
    public Reading read() throws IOException {
        List<String> problems = new ArrayList<>();
        Map<Path, Manifests> files = new LinkedHashMap<>();
        for (Path file : new ManifestDirectory(directory).files()) {
            files.put(file, readFile(file, problems));
        }
        lastGood = files;
        merge(files, problems);
        long rejected = files.values().stream()
                .flatMap(file -> file.broken().stream())
                .filter(name -> name.startsWith("TolerationPolicy/"))
                .count();
        return new Reading(
                new Snapshot(PolicySet.of(policies.values()), Map.copyOf(namespaces)), (int) rejected, problems);
    }

    private Manifests readFile(Path file, List<String> problems) {
        Path name = directory.relativize(file);
        try {
            Manifests read = Manifests.read(ManifestFile.read(file), rules);
            read.problems().forEach(problem -> problems.add(name + ", " + problem));
            return read;
        } catch (IOException unreadable) {
            Manifests before = lastGood.get(file);
            problems.add(name + " cannot be read: " + unreadable.getMessage()
                    + (before == null ? "" : "; its last good version stays in use"));
            return before == null ? Manifests.read(List.of(), rules) : before;
        }
    }

    /** The first object of a name counts; one that is broken stays as it was when it was good. */
    private void merge(Map<Path, Manifests> files, List<String> problems) {
        Map<String, NamespaceFacts> newNamespaces = new LinkedHashMap<>();
        Map<String, Policy> newPolicies = new LinkedHashMap<>();
        files.forEach((file, read) -> {
            read.namespaces().forEach(each -> put(newNamespaces, each.name(), each, file, problems));
            read.policies().forEach(each -> put(newPolicies, each.name(), each, file, problems));
        });
        for (Manifests read : files.values()) {
            for (String broken : read.broken()) {
                keep(broken, "Namespace/", namespaces, newNamespaces, problems);
                keep(broken, "TolerationPolicy/", policies, newPolicies, problems);
            }
        }
        namespaces = newNamespaces;
        policies = newPolicies;
    }

    private <T> void put(Map<String, T> objects, String name, T object, Path file, List<String> problems) {
        if (objects.putIfAbsent(name, object) != null) {
            problems.add(directory.relativize(file) + ": " + name + " is there already; the first one counts");
        }
    }

    private static <T> void keep(
            String broken, String kind, Map<String, T> before, Map<String, T> now, List<String> problems) {
        if (!broken.startsWith(kind)) {
            return;
        }
        String name = broken.substring(kind.length());
        T good = before.get(name);
        if (good != null && now.putIfAbsent(name, good) == null) {
            problems.add(broken + ": its last good version stays in use");
        }
    }
}
