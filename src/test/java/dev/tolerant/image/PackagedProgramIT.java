package dev.tolerant.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged program has what the Dockerfile copies of it. */
class PackagedProgramIT {

    static Stream<String> copied() {
        return Dockerfile.read().copiedFromContext().stream();
    }

    @ParameterizedTest
    @MethodSource("copied")
    void whatTheDockerfileCopiesIsThere(String pattern) throws IOException {
        // Given
        PathMatcher copied = FileSystems.getDefault().getPathMatcher("glob:" + pattern.replaceAll("/$", "/**"));

        // When
        boolean found;
        try (Stream<Path> files = Files.walk(Path.of("target/quarkus-app"))) {
            found = files.anyMatch(file -> Files.isRegularFile(file) && copied.matches(file));
        }

        // Then
        assertThat(found).isTrue();
    }
}
