package dev.tolerant.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The fields that lint knows, of all classes of which a field of a known kind is. */
class FieldTypesTest {
    private static final Set<String> PLAIN = Set.of("text", "int", "boolean", "quantity", "either", "any", "label");

    @Test
    void theTableIsForTheModelOfThisVersion() {
        assertThat(FieldTypes.sources())
                .as("compare the table with newer packages, then write the model's version into it")
                .startsWith("kubernetes-model-core " + Version.clientVersion() + ",");
    }

    /** Newer.js beside the fixtures of the schema compares what this writes into {@code target/fields.txt} with another package. */
    @Test
    void everyClassOfAFieldHasFields() throws IOException {
        Map<String, Map<String, String>> all = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>(FieldTypes.kinds().values());
        while (!open.isEmpty()) {
            String type = open.remove();
            String plain = type.replaceAll("[^\\w.]", "");
            if (!PLAIN.contains(plain) && !all.containsKey(plain)) {
                all.put(plain, FieldTypes.of(plain));
                open.addAll(all.get(plain).values());
            }
        }
        Files.writeString(
                Path.of("target/fields.txt"),
                all.entrySet().stream()
                        .map(each -> each.getKey() + ": " + each.getValue() + "\n")
                        .collect(Collectors.joining()));
        assertThat(all)
                .hasSizeGreaterThan(170)
                .allSatisfy((type, fields) -> assertThat(fields).as(type).isNotEmpty());
        assertThat(all.get("PodSpec"))
                .containsEntry("tolerations", "[Toleration]")
                .containsEntry("schedulingGroup", "PodSchedulingGroup")
                .containsEntry("nodeSelector", "{label}")
                .containsEntry("hostNetwork", "boolean");
        assertThat(all.get("apps.Deployment"))
                .containsEntry("status", "any")
                .containsEntry("spec", "apps.DeploymentSpec");
        assertThat(all.get("ResourceRequirements")).containsEntry("limits", "{quantity}");
        assertThat(all.get("HTTPGetAction")).containsEntry("port", "either");
    }
}
