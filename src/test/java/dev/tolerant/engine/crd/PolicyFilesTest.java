package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.TolerationRules;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory of manifests: which files count, what is read from them, and what stays when they change, break or go. */
class PolicyFilesTest extends ManifestsInDirectory {
    private static final String SHOP = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: a}}\n";
    private static final String BANK = "apiVersion: v1\nkind: Namespace\nmetadata: {name: bank}\n";

    @ParameterizedTest
    @ValueSource(strings = {"a.yaml", "a.yml", "a.json", "sub/deeper/a.yaml"})
    void manifestsAreReadByTheEndOfTheirNames(String name) throws IOException {
        write(name, "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"shop\"}}");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
        assertThat(reading.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {".a.yaml", ".hidden/a.yaml", "a.txt", "a.yaml~", "yaml", "a.YAML.bak"})
    void hiddenAndOtherFilesAreIgnored(String name) throws IOException {
        write(name, SHOP);

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).isEmpty();
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void aMountedConfigMapIsReadThroughItsLinksOnce() throws IOException {
        write("..2026_01_01/a.yaml", SHOP);
        Files.createSymbolicLink(directory.resolve("..data"), Path.of("..2026_01_01"));
        Files.createSymbolicLink(directory.resolve("a.yaml"), Path.of("..data/a.yaml"));

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
        assertThat(reading.problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "---\n", "# nothing here\n", "---\n---\n"})
    void anEmptyFileIsFine(String content) throws IOException {
        write("a.yaml", content);

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).isEmpty();
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void manyDocumentsAndListsOfAnyKindAreReadToTheirEnd() throws IOException {
        write(
                "a.yaml",
                SHOP + "---\n---\n" + BANK + "---\nkind: NamespaceList\nitems:\n- " + named("x") + "- " + named("w"));
        write(
                "b.json",
                "{\"kind\": \"List\", \"items\": [{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"z\"}}]}");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop", "bank", "x", "w", "z");
        assertThat(reading.problems()).isEmpty();
    }

    @Test
    void aLinkToItsOwnDirectoryIsAProblemOfTheDirectoryAndNotOfTheProgram() throws IOException {
        Files.createSymbolicLink(directory.resolve("again"), directory);

        assertThatThrownBy(reader::read).isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void aLabelThatIsNullIsAnEmptyOneAsToTheApiServer() throws IOException {
        write("a.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {team: null}}\n");

        PolicyFiles reading = reader.read();

        assertThat(shop(reading).labels()).containsEntry("team", "");
    }

    @Test
    void aNumberThatNobodyCanReadDoesNotHideTheOtherFiles() throws IOException {
        write("a.yaml", SHOP);
        write("b.json", "{\"kind\": 1e99999999999}");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
        assertThat(problem(reading)).startsWith("b.json");
    }

    @Test
    void theItemsOfATypedListNeedNoKindOfTheirOwn() throws IOException {
        write("a.yaml", "kind: NamespaceList\napiVersion: v1\nitems:\n- metadata: {name: shop}\n");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
    }

    @Test
    void anObjectOfAnotherKindOrWithoutNameIsIgnoredAndReportedWithItsPlace() throws IOException {
        write(
                "a.yaml",
                SHOP
                        + "---\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {}\n---\n7\n");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("shop");
        assertThat(problems(reading))
                .hasSize(3)
                .satisfies(
                        problem -> assertThat(problem)
                                .startsWith("a.yaml, document 2: the object cannot be used here: ")
                                .endsWith(" but is 'ConfigMap'"),
                        atIndex(0))
                .contains("a.yaml, document 3: the object cannot be used here: metadata.name is missing", atIndex(1))
                .contains(
                        "a.yaml, document 4: the object cannot be used here: it must be a Kubernetes object, with apiVersion and kind",
                        atIndex(2));
    }

    @Test
    void aFileThatIsBrokenFromTheStartIsSkippedAndTheOthersCount() throws IOException {
        write("a.yaml", "{");
        write("b.yaml", BANK);

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().namespaces()).containsOnlyKeys("bank");
        assertThat(problem(reading)).startsWith("a.yaml cannot be read: ");
    }

    @Test
    void ofTwoNamespacesOfOneNameTheFirstInTheOrderOfFilesCounts() throws IOException {
        write("b.yaml", SHOP.replace("team: a", "team: b"));
        write("a.yaml", SHOP);

        PolicyFiles reading = reader.read();

        assertThat(shop(reading).labels()).containsEntry("team", "a");
        assertThat(problem(reading))
                .startsWith("b.yaml: ")
                .endsWith("shop is there more than once, and the first one counts: remove one of them");
    }

    @Test
    void anAnnotationsProblemIsReportedWithItsPlace() throws IOException {
        write(
                "a.yaml",
                BANK + "---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n  annotations:\n"
                        + "    scheduler.alpha.kubernetes.io/defaultTolerations: '{'\n");

        PolicyFiles reading = reader.read();

        assertThat(problem(reading))
                .startsWith("a.yaml, document 2: ")
                .endsWith("namespace shop, annotation"
                        + " scheduler.alpha.kubernetes.io/defaultTolerations, is ignored: it is not JSON");
        assertThat(shop(reading).problems()).hasSize(1);
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
        assertThat(problem(broken))
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
        assertThat(problem(reading))
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

    private static String named(String name) {
        return "{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}\n";
    }
}
