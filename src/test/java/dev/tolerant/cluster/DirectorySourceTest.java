package dev.tolerant.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tolerant.core.toleration.TolerationRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that changes while the program runs. */
class DirectorySourceTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path parent;

    private final CurrentSnapshot snapshot = new CurrentSnapshot();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private Path directory;
    private DirectorySource source;

    @BeforeEach
    void open() throws IOException {
        directory = Files.createDirectory(parent.resolve("namespaces"));
        source = new DirectorySource(directory, new TolerationRules(false), snapshot, new SourceMetrics(metrics));
    }

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void whatIsThereAtTheStartIsInUseAtOnce() throws IOException {
        // Given
        write("a");

        // When
        source.start();

        // Then
        assertThat(names()).containsOnly("a");
    }

    @Test
    void aChangeIsPickedUp() throws IOException {
        // Given
        write("a");
        source.start();

        // When
        write("longer-name");

        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(names()).containsOnly("longer-name"));
    }

    @Test
    void aBrokenChangeIsCountedOnceAndTheLastGoodVersionStays() throws IOException {
        // Given
        write("a");
        source.start();

        // When
        Files.writeString(directory.resolve("n.yaml"), "kind: [");

        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(problems()).isEqualTo(1));
        assertThat(names()).containsOnly("a");
    }

    @Test
    void aDirectoryThatGoesAwayLeavesItsLastGoodVersionAndIsReadAgainWhenItComesBack() throws IOException {
        // Given
        write("a");
        source.start();

        // When
        Files.delete(directory.resolve("n.yaml"));
        Files.delete(directory);

        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(problems()).isGreaterThanOrEqualTo(1));

        // When
        Files.createDirectory(directory);
        write("back");

        // Then
        await().atMost(LONG).untilAsserted(() -> assertThat(names()).containsOnly("back"));
    }

    @Test
    void aDirectoryThatIsNotThereStopsTheStart() throws IOException {
        // Given
        Files.delete(directory);

        // When
        assertThatThrownBy(() -> source.start())
                // Then
                .isInstanceOf(IOException.class);
    }

    private Set<String> names() {
        return snapshot.current().namespaces().keySet();
    }

    private double problems() {
        return metrics.counter("tolerant.problems", "kind", "source").count();
    }

    private void write(String name) throws IOException {
        Files.writeString(
                directory.resolve("n.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + name + "}\n");
    }
}
