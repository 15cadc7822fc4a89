package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.testing.DocumentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/policies.md describes every field of a policy, with its default, and shows each in use. */
class PolicyFieldsDocumentTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^## TolerationPolicy$.*?^```yaml\\n(.*?)^```");
    /** The parts that have fields of their own; what is below other fields has the form of Kubernetes' own objects. */
    private static final Set<String> PARTS = Set.of("match", "nodes", "nodeFailure", "reserve");

    @Test
    void everyFieldIsDescribedWithItsDefault() {
        Map<String, String> described = new TreeMap<>();
        DocumentFiles.read()
                .table("policy-fields")
                .forEach(row -> described.put(
                        DocumentFiles.code(row.get(0)), row.get(1).isEmpty() ? "" : DocumentFiles.code(row.get(1))));

        assertThat(described).isEqualTo(fields());
    }

    @Test
    void theExampleHasEveryFieldAndIsAccepted() throws IOException {
        JsonNode example = example();
        Set<String> shown = new TreeSet<>();
        example.path("spec").properties().forEach(field -> {
            shown.add(field.getKey());
            if (PARTS.contains(field.getKey())) {
                field.getValue().fieldNames().forEachRemaining(name -> shown.add(field.getKey() + "." + name));
            }
        });

        assertThat(shown).isEqualTo(fields().keySet());
        assertThat(SchemaCheck.violations(example)).isEmpty();
        assertThat(PolicyReader.read(example, new TolerationRules(false)).problems())
                .isEmpty();
    }

    private static JsonNode example() throws IOException {
        String document = Files.readString(Path.of("docs/policies.md"));
        MatchResult found = EXAMPLE.matcher(document).results().findFirst().orElseThrow();
        return new YAMLMapper().readTree(found.group(1));
    }

    /** The fields of a spec that are not old, each with its default. */
    private static Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        SchemaNode spec = new SchemaNode("spec", SchemaNode.root().schema().at("/properties/spec"));
        spec.fields().forEach((name, node) -> {
            add(name, node, fields);
            if (PARTS.contains(name)) {
                node.fields().forEach((part, below) -> add(name + "." + part, below, fields));
            }
        });
        return fields;
    }

    private static void add(String name, SchemaNode node, Map<String, String> fields) {
        if (!node.schema().path("description").asText().startsWith("Old")) {
            fields.put(name, node.schema().path("default").asText());
        }
    }
}
