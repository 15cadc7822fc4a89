package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.github.fge.jsonpatch.JsonPatch;
import dev.tolerant.chart.Cel;
import dev.tolerant.testing.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each TolerationPolicy in {@code docs/compare.md} does to the document's pod what the configuration beside it does. */
class CompareDocumentTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final ObjectMapper JSON = new ObjectMapper();
    /** What the API server gives the pod before anything else sees it. */
    private static final String DEFAULTS = """
            - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            """;

    @TempDir
    Path folder;

    private final String document;

    CompareDocumentTest() throws IOException {
        document = Files.readString(Path.of("docs/compare.md"));
    }

    @Test
    void aKyvernoRuleAddsWhatItsPolicyAdds() throws Exception {
        String patch = of("kyverno", "ClusterPolicy")
                .at("/spec/rules/0/mutate/patchesJson6902")
                .asText();

        assertThat(withPolicy("kyverno")).isEqualTo(patched(YAML.readTree(patch)));
    }

    @Test
    void aKyvernoMutatingPolicyAddsWhatItsPolicyAdds() throws Exception {
        assertThat(withPolicy("kyverno")).isEqualTo(mutated(of("kyverno", "MutatingPolicy")));
    }

    @Test
    void aConfigMapOfNamespaceNodeAffinityAddsWhatItsPolicyAdds() throws Exception {
        JsonNode data = of("namespace-node-affinity", "ConfigMap").get("data");
        ObjectNode pod = created();
        ((ArrayNode) pod.at("/spec/tolerations"))
                .addAll((ArrayNode) YAML.readTree(data.get("tolerations").asText()));
        ((ObjectNode) pod.get("spec"))
                .putObject("affinity")
                .putObject("nodeAffinity")
                .putObject("requiredDuringSchedulingIgnoredDuringExecution")
                .set(
                        "nodeSelectorTerms",
                        YAML.readTree(data.get("nodeSelectorTerms").asText()));

        assertThat(withPolicy("namespace-node-affinity")).isEqualTo(pod);
    }

    @Test
    void annotationsAddWhatTheirPolicyAdds() throws Exception {
        JsonNode withAnnotations = explained(of("annotations", "Namespace"));

        assertThat(withAnnotations.at("/spec/tolerations")).hasSize(3);
        assertThat(withPolicy("annotations")).isEqualTo(withAnnotations);
    }

    @Test
    void aMutatingAdmissionPolicyChangesWhatItsPolicyChanges() throws Exception {
        assertThat(withPolicy("mutating-admission-policy"))
                .isEqualTo(mutated(of("mutating-admission-policy", "MutatingAdmissionPolicy")));
    }

    private JsonNode mutated(JsonNode policy) throws Exception {
        String expression = policy.at("/spec/mutations/0/jsonPatch/expression").asText();
        Object patch =
                Cel.of(expression, Map.of(), Cel.Dialect.OF_1_36).value(Map.of("object", Cel.variable(created())));
        return patched(JSON.readTree(JSON.writeValueAsString(patch)));
    }

    /** The pod with what Tolerant gives it, by the policy of a pair alone. */
    private JsonNode withPolicy(String pair) throws IOException {
        return explained(of(pair, "TolerationPolicy"));
    }

    private JsonNode explained(JsonNode object) throws IOException {
        Path pod = Files.writeString(folder.resolve("pod.yaml"), block("pod"));
        Path cluster = Files.createTempDirectory(folder, "cluster");
        Files.writeString(cluster.resolve("object.yaml"), YAML.writeValueAsString(object));
        CommandRun run = CommandRun.of("explain", "-f", pod.toString(), "--from", cluster.toString(), "-o", "manifest");
        assertThat(run.err()).isEmpty();
        return YAML.readTree(run.out());
    }

    private JsonNode patched(JsonNode operations) throws Exception {
        return JsonPatch.fromJson(operations).apply(created());
    }

    /** The pod as it is when the API server has given it its defaults. */
    private ObjectNode created() throws IOException {
        ObjectNode pod = (ObjectNode) YAML.readTree(block("pod"));
        ((ObjectNode) pod.get("spec")).set("tolerations", YAML.readTree(DEFAULTS));
        return pod;
    }

    private JsonNode of(String pair, String kind) throws IOException {
        List<JsonNode> objects =
                YAML.readerFor(JsonNode.class).<JsonNode>readValues(block(pair)).readAll();
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private String block(String name) {
        Matcher block = Pattern.compile("<!-- move: " + name + " -->\n```yaml\n((?:.*\n)*?)```\n")
                .matcher(document);
        assertThat(block.find()).as(name).isTrue();
        return block.group(1);
    }
}
