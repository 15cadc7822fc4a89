package dev.tolerant.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
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
        PathMatcher copied = FileSystems.getDefault().getPathMatcher("glob:" + pattern.replaceAll("/$", "/**"));

        boolean found;
        try (Stream<Path> files = Files.walk(Path.of(pattern.replaceAll("[^/]*$", "")))) {
            found = files.anyMatch(file -> Files.isRegularFile(file) && copied.matches(file));
        }

        assertThat(found).isTrue();
    }

    /** To verify a signature takes a part of every start, and nobody asks for it. */
    @Test
    void noArchiveOfTheProgramIsSigned() throws IOException {
        List<Path> archives;
        try (Stream<Path> files = Files.walk(Path.of("target/quarkus-app/lib"))) {
            archives = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }

        List<Path> signed = new ArrayList<>();
        for (Path archive : archives) {
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                if (zip.stream().anyMatch(entry -> entry.getName().matches("META-INF/[^/]+\\.SF"))) {
                    signed.add(archive);
                }
            }
        }

        assertThat(archives).hasSizeGreaterThan(50);
        assertThat(signed).isEmpty();
    }
}
