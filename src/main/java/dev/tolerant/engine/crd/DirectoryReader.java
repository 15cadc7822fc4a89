package dev.tolerant.engine.crd;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestDirectory;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.toleration.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a directory of manifests repeatedly, and keeps the last good version of whatever breaks. */
public final class DirectoryReader {
    private final Path directory;
    private final TolerationRules rules;
    private Map<Path, CompiledFile> lastGood = Map.of();
    private Snapshot snapshot = Snapshot.EMPTY;

    public DirectoryReader(Path directory, TolerationRules rules) {
        this.directory = directory;
        this.rules = rules;
    }

    /**
     * Reads all files.
     *
     * @throws IOException if the directory itself cannot be listed; what was read before stays good
     */
    public Reading read() throws IOException {
        Map<Path, CompiledFile> files = new LinkedHashMap<>();
        for (Path file : new ManifestDirectory(directory).files()) {
            files.put(file, readFile(file));
        }
        lastGood = files;
        Reading reading = Reading.of(files.values(), snapshot);
        snapshot = reading.snapshot();
        return reading;
    }

    private CompiledFile readFile(Path file) {
        String name = directory.relativize(file).toString();
        try {
            return CompiledFile.of(ManifestFile.of(name, Files.readAllBytes(file)), rules);
        } catch (InvalidManifestException notYaml) {
            return lastGood(file, name, notYaml.problem().message());
        } catch (IOException gone) {
            return lastGood(file, name, String.valueOf(gone.getMessage()));
        }
    }

    private CompiledFile lastGood(Path file, String name, String why) {
        CompiledFile before = lastGood.get(file);
        String kept = before == null ? "" : "; its last good version stays in use";
        return (before == null ? CompiledFile.empty(name) : before)
                .withOnly(new Problem(Place.wholeFile(name), "", why + kept));
    }
}
