package dev.tolerant.engine.crd;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestDirectory;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a directory of manifests repeatedly. While a file or an object is broken, the whole last good set stays. */
public final class DirectoryReader {
    private final Path directory;
    private final TolerationRules rules;
    private @Nullable Snapshot before;

    public DirectoryReader(Path directory, TolerationRules rules) {
        this.directory = directory;
        this.rules = rules;
    }

    /**
     * Reads all files. The first time what is broken is skipped.
     *
     * @throws IOException if the directory itself cannot be listed; what was read before stays good
     */
    public Reading read() throws IOException {
        return read(List.of());
    }

    /**
     * The same, with these nodes too, instead of those of the same name.
     *
     * @throws IOException if the directory itself cannot be listed
     */
    public Reading read(Collection<Node> others) throws IOException {
        List<CompiledFile> files = new ArrayList<>();
        for (Path file : new ManifestDirectory(directory).files()) {
            files.add(readFile(file));
        }
        Reading reading = Reading.of(files, before, others);
        before = reading.snapshot();
        return reading;
    }

    private CompiledFile readFile(Path file) {
        String name = directory.relativize(file).toString();
        try {
            return CompiledFile.of(ManifestFile.of(name, Files.readAllBytes(file)), rules);
        } catch (InvalidManifestException notYaml) {
            return CompiledFile.unreadable(name, notYaml.problem().message());
        } catch (IOException gone) {
            return CompiledFile.unreadable(name, String.valueOf(gone.getMessage()));
        }
    }
}
