package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.words.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    static List<String> problems(PolicyFiles reading) {
        return reading.problems().stream().map(ManifestProblem::toString).toList();
    }

    /** The only problem. */
    static String problem(PolicyFiles reading) {
        assertThat(reading.problems()).hasSize(1);
        return problems(reading).get(0);
    }
}
