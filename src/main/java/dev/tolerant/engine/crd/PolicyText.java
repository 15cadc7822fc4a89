package dev.tolerant.engine.crd;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestDirectory;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.model.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Policies, namespaces and nodes that are written in one text instead of files. */
public final class PolicyText {
    private PolicyText() {}

    /**
     * Reads a text.
     *
     * @throws InvalidManifestException if it is not YAML or JSON
     */
    public static Reading read(String text, TolerationRules rules) throws InvalidManifestException {
        CompiledFile read = CompiledFile.of(ManifestFile.of("", text), rules);
        return Reading.of(List.of(read), null, List.of());
    }

    /** The files of a directory, joined into one text. */
    public static String of(Path directory) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path file : new ManifestDirectory(directory).files()) {
            texts.add(Files.readString(file).stripTrailing().replaceFirst("^---\\s*\n", "") + "\n");
        }
        return String.join("---\n", texts);
    }
}
