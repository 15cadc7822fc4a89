package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmark compares like with like: it uses the Quarkus of the program, and its libraries that are newer than the platform's. */
class BenchmarkPomsTest {
    private static final Path PROGRAM = Path.of("pom.xml");
    private static final Path CEILING = Path.of("bench/ceiling/pom.xml");
    private static final String EXTENSION =
            "<groupId>io.quarkus</groupId>\\s*<artifactId>([\\w-]+)</artifactId>\\s*(?:<exclusions>|</dependency>)";

    @ParameterizedTest
    @ValueSource(strings = {"quarkus.platform.version", "netty.version", "maven-compiler-plugin.version"})
    void theCeilingUsesTheVersionsOfTheProgram(String property) throws IOException {
        String version = "<" + property + ">(.*)</" + property + ">";

        assertThat(all(version, CEILING)).hasSize(1).isEqualTo(all(version, PROGRAM));
    }

    @Test
    void theCeilingHasTheExtensionsOfTheProgram() throws IOException {
        List<String> extensions = all(EXTENSION, CEILING);

        assertThat(all(EXTENSION, PROGRAM)).containsExactlyInAnyOrderElementsOf(extensions);
    }

    private static List<String> all(String regex, Path file) throws IOException {
        return Pattern.compile(regex)
                .matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
