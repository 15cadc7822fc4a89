package dev.tolerant.engine.crd;

import dev.tolerant.engine.model.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A directory that a test fills with manifests, and its reader. */
abstract class ManifestsInDirectory {
    @TempDir
    Path directory;

    PolicyFiles.Directory reader;

    @BeforeEach
    void open() {
        reader = new PolicyFiles.Directory(directory, new TolerationRules(false));
    }

    void write(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
