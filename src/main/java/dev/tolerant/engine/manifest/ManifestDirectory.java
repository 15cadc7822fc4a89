package dev.tolerant.engine.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A directory with manifests among its files. */
public record ManifestDirectory(Path directory) {

    /** The manifest files of a directory; of anything else the path itself. */
    public static List<Path> filesAt(Path path) throws IOException {
        return Files.isDirectory(path) ? new ManifestDirectory(path).files() : List.of(path);
    }

    /** The manifest files in byte order, without hidden ones: in a mounted ConfigMap the visible links point to those. */
    public List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            return all.filter(this::isManifest).sorted().toList();
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private boolean isManifest(Path file) {
        for (Path part : directory.relativize(file)) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        String name = String.valueOf(file.getFileName());
        return (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json")) && Files.isRegularFile(file);
    }
}
