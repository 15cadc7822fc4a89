package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.documents.DocumentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of fields in the documents have what the commands write for programs, and nothing else. */
class KubectlFieldsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DocumentFiles documents = DocumentFiles.read();

    @TempDir
    private Path directory;

    @Test
    void thoseOfAnExplanationAreDocumented() throws IOException {
        assertDocumented(
                "kubectl-explain-fields",
                "explain pod/toolbox deploy/web -n shop --from " + Dumps.SHOP,
                "explain deploy/billing -n legacy --from " + Dumps.SHOP,
                "explain deploy/legacy-cache -n apps --from " + Dumps.WRONG,
                "explain pod/bare --from "
                        + Files.writeString(
                                directory.resolve("pod.json"),
                                "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"bare\"}, \"spec\": {\"containers\": []}}"));
    }

    @Test
    void thoseOfWhatifAreDocumented() throws IOException {
        String proposed = " -f src/test/resources/whatif/%s/proposed.yaml --from ";
        assertDocumented(
                "kubectl-whatif-fields",
                "whatif" + proposed.formatted("shop") + Dumps.SHOP,
                "whatif" + proposed.formatted("gpu") + Dumps.GPU
                        + " --settings src/test/resources/whatif/gpu/tolerant.properties",
                "whatif --prune" + proposed.formatted("wrong") + Dumps.WRONG);
    }

    @Test
    void thoseOfADrillAreDocumented() throws IOException {
        assertDocumented(
                "kubectl-drill-fields",
                "drill node/n1 --from " + Dumps.SHOP,
                "drill node/n2 --taint maintenance=true:NoExecute --from " + Dumps.SHOP,
                "drill node/a1 --from " + Dumps.WRONG,
                "drill node/a2 --from " + Dumps.WRONG,
                "drill node/d1 --from " + Dumps.WRONG);
    }

    @Test
    void thoseOfTheDoctorAreDocumented() throws IOException {
        assertDocumented("kubectl-doctor-fields", "doctor --from " + Dumps.SHOP, "doctor -f " + Dumps.WRONG);
    }

    @Test
    void thoseOfADumpAreDocumented() throws IOException {
        assertThat(written(fields("kubectl-dump-fields"), "dump --from " + Dumps.SHOP))
                .containsExactlyInAnyOrderElementsOf(fields("kubectl-dump-fields"));
    }

    private void assertDocumented(String table, String... commands) throws IOException {
        Set<String> documented = new LinkedHashSet<>(fields("kubectl-head"));
        documented.addAll(fields(table));

        Set<String> written = new TreeSet<>();
        for (String command : commands) {
            written.addAll(written(documented, command + " -o json"));
        }

        assertThat(written).containsExactlyInAnyOrderElementsOf(documented);
    }

    /** The fields that a command writes, as deep as the document goes. */
    private static Set<String> written(Set<String> documented, String command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of());
        arguments.addAll(Arrays.asList(command.split(" ")));
        Set<String> written = new TreeSet<>();
        collect(JSON.readTree(CommandRun.of(arguments.toArray(String[]::new)).out()), "", documented, written);
        return written;
    }

    private static void collect(JsonNode object, String path, Set<String> documented, Set<String> into) {
        object.fields().forEachRemaining(field -> {
            String name = path + field.getKey() + (field.getValue().isArray() ? "[]" : "");
            boolean opened = documented.stream().anyMatch(other -> other.startsWith(name + "."));
            if (!opened || documented.contains(name)) {
                into.add(name);
            }
            if (opened && field.getValue().isArray()) {
                field.getValue().forEach(item -> collect(item, name + ".", documented, into));
            } else if (opened) {
                collect(field.getValue(), name + ".", documented, into);
            }
        });
    }

    /** A dump by somebody who may not list a kind. */
    private Set<String> fields(String table) {
        Set<String> fields = new LinkedHashSet<>();
        documents.table(table).forEach(row -> fields.addAll(DocumentFiles.codes(row.get(0))));
        return fields;
    }
}
