package dev.tolerant.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.policy.NamespaceFacts;
import dev.tolerant.policy.Snapshot;
import dev.tolerant.toleration.TolerationRules;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads a directory of manifests again and again, and keeps the last good version of whatever breaks. */
final class DirectoryReader {
    private final Path directory;
    private final TolerationRules rules;
    private Map<Path, List<NamespaceFacts>> lastGood = Map.of();

    DirectoryReader(Path directory, TolerationRules rules) {
        this.directory = directory;
        this.rules = rules;
    }

    /** What one reading found, with a sentence for each thing that could not be used. */
    record Reading(Snapshot snapshot, List<String> problems) {}

    /**
     * Reads all files.
     *
     * @throws IOException if the directory itself cannot be listed; what was read before stays good
     */
    Reading read() throws IOException {
        List<String> problems = new ArrayList<>();
        Map<Path, List<NamespaceFacts>> found = new LinkedHashMap<>();
        for (Path file : files()) {
            found.put(file, readFile(file, problems));
        }
        lastGood = found;
        return new Reading(new Snapshot(merged(found, problems)), problems);
    }

    /** The manifest files in byte order; hidden ones, as a mounted ConfigMap has them, are links' targets. */
    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            return all.filter(this::isManifest).sorted().toList();
        }
    }

    private boolean isManifest(Path file) {
        for (Path part : directory.relativize(file)) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        String name = file.getFileName().toString();
        return (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json")) && Files.isRegularFile(file);
    }

    private List<NamespaceFacts> readFile(Path file, List<String> problems) {
        List<NamespaceFacts> before = lastGood.getOrDefault(file, List.of());
        List<ManifestFile.Manifest> manifests;
        try {
            manifests = ManifestFile.read(file);
        } catch (IOException unreadable) {
            problems.add(directory.relativize(file) + " cannot be read: " + unreadable.getMessage() + kept(before));
            return before;
        }
        List<NamespaceFacts> namespaces = new ArrayList<>();
        for (ManifestFile.Manifest manifest : manifests) {
            String place = directory.relativize(file) + ", " + manifest.place();
            NamespaceFacts facts = readObject(manifest.object(), place, before, problems);
            if (facts != null) {
                namespaces.add(facts);
                facts.problems().forEach(problem -> problems.add(place + ": " + problem));
            }
        }
        return namespaces;
    }

    private @Nullable NamespaceFacts readObject(
            JsonNode object, String place, List<NamespaceFacts> before, List<String> problems) {
        if (!object.path("kind").asText().equals("Namespace")) {
            problems.add(place + " is passed over: its kind must be Namespace, but is '"
                    + object.path("kind").asText() + "'");
            return null;
        }
        String name = object.path("metadata").path("name").asText();
        if (name.isEmpty()) {
            problems.add(place + " is passed over: metadata.name is missing");
            return null;
        }
        try {
            Namespace namespace = Serialization.jsonMapper().treeToValue(object, Namespace.class);
            return NamespaceReader.read(namespace, rules);
        } catch (IOException | RuntimeException wrongType) {
            List<NamespaceFacts> previous =
                    before.stream().filter(facts -> facts.name().equals(name)).toList();
            problems.add(place + ": namespace " + name + " is not in the form of the API" + kept(previous));
            return previous.isEmpty() ? null : previous.get(0);
        }
    }

    private static String kept(List<NamespaceFacts> before) {
        return before.isEmpty() ? "" : "; its last good version stays in use";
    }

    private static Map<String, NamespaceFacts> merged(Map<Path, List<NamespaceFacts>> found, List<String> problems) {
        Map<String, NamespaceFacts> byName = new HashMap<>();
        for (Map.Entry<Path, List<NamespaceFacts>> file : found.entrySet()) {
            for (NamespaceFacts facts : file.getValue()) {
                if (byName.putIfAbsent(facts.name(), facts) != null) {
                    problems.add(file.getKey().getFileName() + ": namespace " + facts.name()
                            + " is there already; the first one counts");
                }
            }
        }
        return Map.copyOf(byName);
    }
}
