package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.server.cluster.Sources.DirectorySource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that changes while the program runs. */
class DirectorySourceTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static final String POOL =
            "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: ml}, spec: {match: {},"
                    + " nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated, gpu, example.com/*]}}}";

    @TempDir
    Path parent;

    private final CurrentSnapshot snapshot = new CurrentSnapshot();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private Path directory;

    @AutoClose
    private DirectorySource source;

    @BeforeEach
    void open() throws IOException {
        directory = Files.createDirectory(parent.resolve("namespaces"));
        source = new DirectorySource(
                directory, new TolerationRules(false), snapshot, new SourceMetrics(metrics), Duration.ofMillis(50));
    }

    @Test
    void whatIsThereAtTheStartIsInUseAtOnce() throws IOException {
        write("a");

        source.start();

        assertThat(names()).containsOnly("a");
    }

    @Test
    void aChangeIsPickedUp() throws IOException {
        write("a");
        source.start();

        write("longer-name");

        await().atMost(LONG).untilAsserted(() -> assertThat(names()).containsOnly("longer-name"));
    }

    @Test
    void aBrokenChangeIsCountedOnceAndTheLastGoodVersionStays() throws IOException {
        write("a");
        source.start();

        replace("n.yaml", "kind: [");

        await().atMost(LONG).untilAsserted(() -> assertThat(problems()).isEqualTo(1));
        assertThat(names()).containsOnly("a");
    }

    @Test
    void aDirectoryThatGoesAwayLeavesItsLastGoodVersionAndIsReadAgainWhenItComesBack() throws IOException {
        write("a");
        source.start();

        Files.delete(directory.resolve("n.yaml"));
        Files.delete(directory);

        await().atMost(LONG).untilAsserted(() -> assertThat(problems()).isGreaterThanOrEqualTo(1));

        Files.createDirectory(directory);
        write("back");

        await().atMost(LONG).untilAsserted(() -> assertThat(names()).containsOnly("back"));
    }

    @Test
    void aNodeThatChangesItsTaintsChangesTheNextAnswer() throws IOException {
        replace("pool.yaml", POOL);
        writeNode("{key: dedicated, effect: NoSchedule}");
        source.start();
        assertThat(given()).containsExactly("dedicated");

        writeNode("{key: dedicated, effect: NoSchedule}, {key: gpu, effect: NoSchedule}");

        await().atMost(LONG).untilAsserted(() -> assertThat(given()).containsExactly("dedicated", "gpu"));
    }

    @Test
    void ofTooManyTaintsTheLastGoodSetStaysAndTheProblemIsSaid() throws IOException {
        replace("pool.yaml", POOL);
        writeNode("{key: dedicated, effect: NoSchedule}");
        source.start();

        writeNode(IntStream.range(0, 33)
                .mapToObj(i -> "{key: example.com/t" + i + ", effect: NoSchedule}")
                .collect(Collectors.joining(", ")));

        await().atMost(LONG).untilAsserted(() -> assertThat(problems()).isEqualTo(1));
        assertThat(given()).containsExactly("dedicated");

        replace("pool.yaml", POOL.replace("pool: ml", "pool: web"));

        await().atMost(LONG).untilAsserted(() -> assertThat(given()).isEmpty());
    }

    private void writeNode(String taints) throws IOException {
        replace(
                "node.yaml",
                "{apiVersion: v1, kind: Node, metadata: {name: 'n', labels: {pool: ml}}, spec: {taints: [" + taints
                        + "]}}");
    }

    /** The keys that the one policy gives tolerations of. */
    private List<String> given() {
        return snapshot.current().policies().policies().get(0).tolerations().stream()
                .map(Toleration::key)
                .toList();
    }

    @Test
    void aDirectoryThatIsNotThereStopsTheStart() throws IOException {
        Files.delete(directory);

        assertThatThrownBy(() -> source.start()).isInstanceOf(IOException.class);
    }

    private Set<String> names() {
        return snapshot.current().namespaces().keySet();
    }

    private double problems() {
        return metrics.counter("tolerant.problems", "kind", "source").count();
    }

    private void write(String name) throws IOException {
        replace("n.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + name + "}\n");
    }

    /** At once, so that no look sees a part of the file. */
    private void replace(String name, String content) throws IOException {
        Path written = Files.writeString(parent.resolve("written"), content);
        Files.move(written, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
