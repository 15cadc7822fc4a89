package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.TolerationRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of manifests that changes between two readings: broken, fixed, removed. */
class DirectoryChangesTest {
    private static final String SHOP = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: a}}\n";
    private static final String BANK = "apiVersion: v1\nkind: Namespace\nmetadata: {name: bank}\n";

    @TempDir
    Path directory;

    private PolicyFiles.Directory reader;

    @BeforeEach
    void open() {
        reader = new PolicyFiles.Directory(directory, new TolerationRules(false));
    }

    @Test
    void whileAFileIsBrokenAllFilesStayAsTheyWereLastGood() throws IOException {
        write("a.yaml", SHOP);
        write("b.yaml", BANK);
        reader.read();

        write("a.yaml", "kind: [Namespace\n");
        write("b.yaml", BANK.replace("bank", "other"));
        PolicyFiles broken = reader.read();
        PolicyFiles stillBroken = reader.read();
        write("a.yaml", SHOP.replace("team: a", "team: b"));
        PolicyFiles fixed = reader.read();

        assertThat(shop(broken).labels()).containsEntry("team", "a");
        assertThat(broken.snapshot().namespaces()).containsOnlyKeys("shop", "bank");
        assertThat(broken.problems())
                .extracting(Problem::toString)
                .singleElement()
                .asString()
                .startsWith("a.yaml cannot be read: it is not YAML or JSON at line ")
                .endsWith("; all files stay in use as they were when they were last good");
        assertThat(stillBroken.snapshot().namespaces())
                .isEqualTo(broken.snapshot().namespaces());
        assertThat(stillBroken.problems()).isEqualTo(broken.problems());
        assertThat(shop(fixed).labels()).containsEntry("team", "b");
        assertThat(fixed.snapshot().namespaces()).containsOnlyKeys("shop", "other");
        assertThat(fixed.problems()).isEmpty();
    }

    @Test
    void aNamespaceOfAnotherFormBreaksItsFileToo() throws IOException {
        write("a.yaml", SHOP);
        reader.read();

        write("a.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: [team]}\n---\n" + BANK);
        PolicyFiles reading = reader.read();

        assertThat(shop(reading).labels()).containsEntry("team", "a");
        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
        assertThat(reading.problems())
                .extracting(Problem::toString)
                .singleElement()
                .asString()
                .startsWith("a.yaml, document 1: ")
                .endsWith("; all files stay in use as they were when they were last good");
    }

    @Test
    void aRemovedFileIsForgotten() throws IOException {
        write("a.yaml", SHOP);
        write("b.yaml", BANK);
        reader.read();

        Files.delete(directory.resolve("a.yaml"));
        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("bank");
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void aDirectoryThatIsNotThereIsAnErrorAndItsLastGoodVersionComesBackWithIt() throws IOException {
        write("sub/a.yaml", SHOP);
        PolicyFiles.Directory gone = new PolicyFiles.Directory(directory.resolve("sub"), new TolerationRules(false));
        gone.read();
        Files.delete(directory.resolve("sub/a.yaml"));
        Files.delete(directory.resolve("sub"));

        assertThatThrownBy(gone::read).isInstanceOf(IOException.class);
        write("sub/a.yaml", "{");
        assertThat(gone.read().snapshot().namespaces()).containsOnlyKeys("shop");
    }

    private static NamespaceFacts shop(PolicyFiles reading) {
        return Objects.requireNonNull(reading.snapshot().namespaces().get("shop"));
    }

    private void write(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
