package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.documents.DocumentFiles;
import dev.tolerant.observed.facts.FactKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/kubectl.md} shows what the commands print, and its tables say what they do. */
class KubectlDocumentTest {
    /** The commands about a cluster. */
    private static final List<String> ASKING = List.of("explain", "whatif", "drill", "doctor", "dump");

    private static final Path DOCUMENT = Path.of("docs/kubectl.md");
    private static final Pattern EXAMPLE = Pattern.compile(
            "<!-- ci: (kubectl-[a-z]+) -->\n```sh\nkubectl tolerant (.*)\n```\n\n<!-- ci: \\1-output -->\n```text\n((?:.*\n)*?)```\n");

    private final DocumentFiles documents = DocumentFiles.read();

    /** {@code -Dgolden.write=true} writes what they print now. */
    @Test
    void everyExamplePrintsWhatTheDocumentShows() throws IOException {
        String text = Files.readString(DOCUMENT);

        StringBuilder rewritten = new StringBuilder();
        Matcher example = EXAMPLE.matcher(text);
        int end = 0;
        int examples = 0;
        while (example.find()) {
            rewritten.append(text, end, example.start(3)).append(printed(example.group(2)));
            end = example.end(3);
            examples++;
        }
        rewritten.append(text.substring(end));
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(DOCUMENT, rewritten);
        }

        assertThat(examples).isGreaterThanOrEqualTo(4);
        assertThat(Files.readString(DOCUMENT)).isEqualTo(rewritten.toString());
    }

    private static String printed(String line) {
        String command = line.replace("$dumps", "src/test/resources/dumps");
        return plugin(command.split(" ")).out();
    }

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

    private static CommandRun plugin(String... arguments) {
        List<String> command = new ArrayList<>(List.of());
        command.addAll(List.of(arguments));
        return CommandRun.of(command.toArray(String[]::new));
    }
}
