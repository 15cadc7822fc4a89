package dev.tolerant.facts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.manifest.Manifest;
import dev.tolerant.manifest.ManifestDirectory;
import dev.tolerant.manifest.ManifestFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A dump, or any files of the cluster's objects, such as {@code kubectl get -o json} writes them. */
public final class FactsFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private FactsFile() {}

    /**
     * Reads files, and those of directories.
     *
     * @throws InvalidManifestException if one is not YAML or JSON, or has anything but objects
     */
    public static ClusterFacts read(List<Path> paths) throws IOException, InvalidManifestException {
        Map<FactKind, List<Fact>> byKind = new EnumMap<>(FactKind.class);
        for (Path path : paths) {
            for (Path file : ManifestDirectory.filesAt(path)) {
                for (Manifest manifest : ManifestFile.read(file).manifests()) {
                    FactKind.of(manifest.type())
                            .ifPresent(kind -> byKind.computeIfAbsent(kind, none -> new ArrayList<>())
                                    .add(fact(kind, manifest)));
                }
            }
        }
        return new ClusterFacts(paths.get(0).toString(), Instant.now(), "", byKind, Map.of());
    }

    private static Fact fact(FactKind kind, Manifest manifest) {
        try {
            return new Fact(
                    kind,
                    kind.isNamespaced() ? manifest.namespace() : "",
                    manifest.name(),
                    manifest.place(),
                    JSON.writeValueAsBytes(manifest.object()));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
