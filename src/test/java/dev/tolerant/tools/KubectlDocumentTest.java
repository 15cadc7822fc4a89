package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.observed.facts.FactKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/kubectl.md} has a section for each command, and names all that it reads. */
class KubectlDocumentTest {
    /** The commands about a cluster. */
    private static final List<String> ASKING = List.of("explain", "whatif", "drill", "doctor", "dump");

    private static final Path DOCUMENT = Path.of("docs/kubectl.md");

    @Test
    void everyCommandHasASection() throws IOException {
        assertThat(Files.readString(DOCUMENT).lines())
                .containsAll(ASKING.stream().map(command -> "## " + command).toList());
    }

    @Test
    void theClusterRoleNamesEveryKindThatIsRead() throws IOException {
        String text = Files.readString(DOCUMENT);
        int start = text.indexOf("```yaml\n", text.indexOf("<!-- kubectl-rights -->")) + "```yaml\n".length();

        JsonNode role = new YAMLMapper().readTree(text.substring(start, text.indexOf("```", start)));
        Set<String> granted = new TreeSet<>();
        for (JsonNode rule : role.path("rules")) {
            for (JsonNode resource : rule.path("resources")) {
                granted.add(rule.path("apiGroups").path(0).asText() + "/" + resource.asText());
            }
            assertThat(rule.path("verbs")).extracting(JsonNode::asText).containsExactly("get", "list");
        }

        assertThat(granted)
                .isEqualTo(Arrays.stream(FactKind.values())
                        .map(kind -> group(kind.apiVersion()) + "/" + kind.plural())
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static String group(String apiVersion) {
        return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
    }
}
