package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How dumps, and files of a cluster's objects, are read. */
class ObjectsFileTest {
    private static final String POD = "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"web\","
            + " \"namespace\": \"shop\", \"managedFields\": []}}";
    private static final String NODE = "{\"kind\": \"Node\", \"apiVersion\": \"v1\", \"metadata\": {\"name\": \"n1\"}}";
    private static final String SECRET =
            "{\"kind\": \"Secret\", \"apiVersion\": \"v1\", \"metadata\": {\"name\": \"s\"}, \"data\": {\"a\": \"s3cret\"}}";
    private static final String POLICY =
            "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: spot},"
                    + " spec: {match: {}}}";
    private static final String CONFIG_MAP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system, labels: {app.kubernetes.io/part-of: %s}}
            data:
              other: s3cret
              application.properties: |
                quarkus.tls.key-store.p12.password=s3cret
                tolerant.rules.node-failure.not-ready=30
                tolerant.rules.extended-resources.taints."a.example/b"=c=d:NoSchedule
            """;

    @TempDir
    private Path directory;

    private int files;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("facts-" + files++), text);
    }

    private ClusterObjects read(String... texts) throws IOException, InvalidManifestException {
        List<Path> paths = new ArrayList<>();
        for (String text : texts) {
            paths.add(file(text));
        }
        return read(paths);
    }

    private static ClusterObjects read(List<Path> paths) throws IOException, InvalidManifestException {
        List<ObjectsFile> files = new ArrayList<>();
        for (Path path : paths) {
            files.add(ObjectsFile.read(path, path.toString()));
        }
        return ObjectsFile.merged(files, Instant.now());
    }

    private static String list(String... items) {
        // As kubectl sorts the fields.
        return "{\"apiVersion\": \"v1\", \"items\": [" + String.join(",", items)
                + "], \"kind\": \"List\", \"metadata\": {\"resourceVersion\": \"\"}}\n";
    }

    private static List<String> titles(ClusterObjects clusterObjects) {
        return Arrays.stream(ObjectKind.values())
                .flatMap(kind -> clusterObjects.all(kind).stream())
                .map(object -> object.namespace() + " " + object.title())
                .toList();
    }

    @Test
    void whatKubectlPrintsIsReadWithoutSecrets() throws Exception {
        ClusterObjects clusterObjects = read(list(POD, SECRET, NODE));

        assertThat(titles(clusterObjects)).containsExactly("shop pod/web", " node/n1");
        assertThat(clusterObjects.at()).isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now());
        assertThat(clusterObjects.unknown())
                .containsEntry(ObjectKind.NAMESPACE, "the files have no namespaces, not even an empty NamespaceList")
                .containsEntry(
                        ObjectKind.POLICY,
                        "the files have no tolerationpolicies, not even an empty TolerationPolicyList")
                .doesNotContainKeys(ObjectKind.POD, ObjectKind.NODE);
        assertThat(clusterObjects.notes()).isEmpty();
    }

    @Test
    void anObjectOfAFileHasItsPlaceAndOneOfAClusterItsNameAlone() throws Exception {
        Path file = Files.writeString(directory.resolve("list.json"), list(POD, NODE));

        ObjectsFile read = ObjectsFile.read(file, "list.json");
        ClusterObjects clusterObjects = ObjectsFile.merged(List.of(read), Instant.EPOCH);

        assertThat(read.clusterObjects())
                .extracting(object -> object.place().toString())
                .containsExactly("list.json, document 1, item 1", "list.json, document 1, item 2");
        assertThat(clusterObjects.all(ObjectKind.POD))
                .extracting(ClusterObject::place)
                .containsExactly(Place.NOWHERE);
    }

    /** {@code kubectl get --raw /api/v1/pods} prints such a list. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\": \"PodList\", \"apiVersion\": \"v1\", \"items\": [{\"metadata\": {\"name\": \"web\"}}]}",
                "{\"items\": [{\"metadata\": {\"name\": \"web\"}}], \"kind\": \"PodList\", \"apiVersion\": \"v1\"}"
            })
    void theItemsOfATypedListHaveItsType(String text) throws Exception {
        ClusterObjects clusterObjects = read(text);

        assertThat(titles(clusterObjects)).containsExactly("default pod/web");
        assertThat(clusterObjects.manifests(ObjectKind.POD).get(0).type()).isEqualTo("v1/Pod");
    }

    @Test
    void listsMayFollowOneAnotherInOneFileAndInSeveral() throws Exception {
        assertThat(titles(read(list(POD) + "\n" + list(NODE)))).containsExactly("shop pod/web", " node/n1");
        assertThat(titles(read(list(POD), NODE))).containsExactly("shop pod/web", " node/n1");
        assertThat(titles(read(list(POD) + NODE))).containsExactly("shop pod/web", " node/n1");
    }

    @Test
    void yamlIsReadTooAndSoAreDirectories() throws Exception {
        Files.writeString(
                directory.resolve("a.yaml"), "kind: List\napiVersion: v1\nitems:\n- " + POLICY + "\n---\n" + NODE);
        Files.writeString(directory.resolve("b.json"), list(POD));
        Files.writeString(directory.resolve("c.txt"), "not read");

        ClusterObjects clusterObjects = read(ManifestFile.filesIn(directory));

        assertThat(titles(clusterObjects)).containsExactly("shop pod/web", " node/n1", " tolerationpolicy/spot");
    }

    @Test
    void podsWithoutManagedFieldsAreCountedInANote() throws Exception {
        ClusterObjects clusterObjects =
                read(list(POD, POD.replace("web", "api").replace(", \"managedFields\": []", "")));

        assertThat(clusterObjects.notes())
                .containsExactly("1 of 2 pods has no managedFields, so every toleration of it counts as its"
                        + " author's; kubectl get --show-managed-fields writes them.");
    }

    @Test
    void ofObjectsThatAreThereTwiceTheFirstCounts() throws Exception {
        ClusterObjects clusterObjects =
                read(list(POD, NODE), list(POD.replace("[]", "[{}]"), POD.replace("shop", "back")));

        assertThat(titles(clusterObjects)).containsExactly("shop pod/web", "back pod/web", " node/n1");
        assertThat(clusterObjects.notes())
                .containsExactly("1 object is there more than once; the first of each counts.");
    }

    @Test
    void theSettingsOfTheReleaseAreReadAndThoseOfOthersDropped() throws Exception {
        ClusterObjects clusterObjects = read(CONFIG_MAP.formatted("tolerant"));
        ClusterObjects others = read(CONFIG_MAP.formatted("other"));

        assertThat(ClusterView.today(clusterObjects)
                        .config()
                        .rules()
                        .nodeFailure()
                        .notReady())
                .isNotEqualTo(
                        ClusterView.today(others).config().rules().nodeFailure().notReady());
        assertThat(clusterObjects
                        .manifests(ObjectKind.CONFIG_MAP)
                        .get(0)
                        .object()
                        .toString())
                .contains("not-ready=30", "a.example/b")
                .doesNotContain("s3cret", "quarkus");
        assertThat(others.all(ObjectKind.CONFIG_MAP)).isEmpty();
    }

    @Test
    void aDumpIsReadAsItWasWritten() throws Exception {
        ClusterObjects before = new ClusterObjects(
                "prod",
                Instant.parse("2026-01-31T12:00:00Z"),
                "v1.36.2",
                read(list(POD, NODE), POLICY, CONFIG_MAP.formatted("tolerant")).byKind(),
                Map.of(ObjectKind.JOB, "you may not list jobs"),
                List.of());

        String dump = written(before);
        ClusterObjects after = read(dump);

        assertThat(after.source()).isEqualTo("prod");
        assertThat(after.at()).isEqualTo(before.at());
        assertThat(after.serverVersion()).isEqualTo("v1.36.2");
        assertThat(after.unknown()).isEqualTo(before.unknown());
        assertThat(titles(after)).isEqualTo(titles(before));
        assertThat(written(after)).isEqualTo(dump);
        assertThat(dump).startsWith("{\"apiVersion\":\"cli.tolerant.dev/v1\",\"kind\":\"ClusterDump\",\"metadata\":{");
    }

    /** As {@code jq -S} writes it. */
    @Test
    void theFieldsOfADumpMayBeInAnyOrder() throws Exception {
        ClusterObjects clusterObjects = read("{\"items\": [" + NODE + "], \"metadata\": {\"context\": \"prod\", \"at\":"
                + " \"2026-01-31T12:00:00Z\"}, \"kind\": \"ClusterDump\", \"apiVersion\": \"cli.tolerant.dev/v1\"}");

        assertThat(clusterObjects.source()).isEqualTo("prod");
        assertThat(titles(clusterObjects)).containsExactly(" node/n1");
    }

    private static String written(ClusterObjects clusterObjects) throws IOException {
        StringWriter out = new StringWriter();
        ClusterDump.write(clusterObjects, out);
        return out.toString();
    }

    @Test
    void aDumpOfAnotherVersionIsRefusedInASentence() {
        assertThatThrownBy(() ->
                        read("{\"apiVersion\": \"cli.tolerant.dev/v2\", \"kind\": \"ClusterDump\", \"items\": []}"))
                .isInstanceOf(InvalidManifestException.class)
                .hasMessage(directory.resolve("facts-0")
                        + " cannot be read: it is a dump of the form cli.tolerant.dev/v2, and this program reads"
                        + " cli.tolerant.dev/v1 alone: use the version of tolerant that wrote it, or dump the cluster"
                        + " again");
    }

    @Test
    void aDumpWithoutATimeIsRefused() {
        assertThatThrownBy(() ->
                        read("{\"apiVersion\": \"cli.tolerant.dev/v1\", \"kind\": \"ClusterDump\", \"items\": []}"))
                .hasMessageEndingWith("cannot be read: metadata.at must be a time such as 2026-01-31T12:00:00Z");
    }

    @Test
    void aFileThatIsCutOffSaysWhere() {
        assertThatThrownBy(() -> read(list(POD, NODE).substring(0, 180)))
                .isInstanceOf(InvalidManifestException.class)
                .hasMessageEndingWith("facts-0 cannot be read: it ends in the middle of item 2: write it again");
    }

    @Test
    void anItemThatIsNoObjectIsNamed() {
        assertThatThrownBy(() -> read(list(POD, "{\"kind\": \"Node\", \"apiVersion\": \"v1\", \"metadata\": [}")))
                .isInstanceOf(InvalidManifestException.class)
                .hasMessageContaining("facts-0, document 1, item 2: cannot be read: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"kind\": \"Pod\"", "a: [", "\u0000"})
    void whatIsNeitherYamlNorJsonIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InvalidManifestException.class);
    }

    @Test
    void settingsThatCannotBeUsedAreNamedWithTheirConfigMap() throws Exception {
        ClusterObjects clusterObjects = read(CONFIG_MAP.formatted("tolerant").replace("=30", "=soon"));

        assertThatThrownBy(() -> ClusterView.today(clusterObjects))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("ConfigMap tolerant-system/tolerant");
    }
}
