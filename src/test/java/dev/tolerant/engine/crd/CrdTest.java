package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The CRD that an API server gets: what it says, what Kubernetes' API conventions ask of it, and what people see of it. */
class CrdTest {
    private static final JsonNode CRD = SchemaNode.CRD;
    private static final JsonNode VERSION = CRD.at("/spec/versions/0");

    @Test
    void itIsClusterScopedAndHasAShortName() {
        JsonNode names = CRD.at("/spec/names");

        assertThat(CRD.at("/metadata/name").asText()).isEqualTo("tolerationpolicies.tolerant.dev");
        assertThat(CRD.at("/spec/group").asText()).isEqualTo("tolerant.dev");
        assertThat(CRD.at("/spec/scope").asText()).isEqualTo("Cluster");
        assertThat(names.path("kind").asText()).isEqualTo("TolerationPolicy");
        assertThat(names.path("plural").asText()).isEqualTo("tolerationpolicies");
        assertThat(names.path("singular").asText()).isEqualTo("tolerationpolicy");
        assertThat(texts(names.path("shortNames"))).containsExactly("tolp");
    }

    @Test
    void itsOneVersionIsServedAndStoredWithAStatusOfItsOwn() {
        assertThat(CRD.at("/spec/versions")).hasSize(1);
        assertThat(VERSION.path("name").asText()).isEqualTo("v1alpha1");
        assertThat(VERSION.path("served").asBoolean()).isTrue();
        assertThat(VERSION.path("storage").asBoolean()).isTrue();
        assertThat(VERSION.at("/subresources/status").isObject()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "spec.priority, 0",
        "spec.mode, Enforce",
        "spec.daemonSetTemplates, false",
        "spec.nodes.affinity, Required",
        "spec.nodes.weight, 50"
    })
    void whatIsLeftOutHasADefault(String path, String value) {
        JsonNode schema = SchemaNode.at(path).schema();

        assertThat(schema.path("default").asText()).isEqualTo(value);
    }

    /** An API server refuses a rule that could cost too much, and takes what has no bound for endless. */
    @Test
    void everyListMapAndTextIsBounded() {
        Stream<SchemaNode> unbounded = SchemaNode.root().all().filter(node -> !isBounded(node));

        assertThat(unbounded.map(SchemaNode::path)).isEmpty();
    }

    @Test
    void theSchemaIsStructural() {
        Stream<SchemaNode> loose = SchemaNode.root().all().filter(node -> !isStructural(node));

        assertThat(loose.map(SchemaNode::path)).isEmpty();
    }

    @Test
    void aListShowsWhatPoliciesDoAndWhetherTheyAreInUse() {
        List<String> columns = columns();

        assertThat(columns)
                .containsExactly(
                        "Mode string .spec.mode",
                        "Priority integer .spec.priority",
                        "Accepted string .status.conditions[?(@.type==\"Accepted\")].status",
                        "Reason string .status.conditions[?(@.type==\"Accepted\")].reason",
                        "Age date .metadata.creationTimestamp");
    }

    /** {@code kubectl get all} is for what users run, and an administrator's cluster-scoped policy is not that. */
    @Test
    void theCategoryIsTheProjectsOwn() {
        assertThat(texts(CRD.at("/spec/names/categories"))).containsExactly("tolerant");
    }

    @Test
    void everyFieldSaysWhatItIs() {
        Stream<SchemaNode> silent = SchemaNode.root()
                .all()
                .flatMap(node -> node.fields().values().stream())
                .filter(CrdTest::isSilent);

        assertThat(silent.map(SchemaNode::path)).isEmpty();
    }

    @Test
    void everyObjectSaysWhatItIs() {
        Stream<SchemaNode> silent =
                SchemaNode.root().all().filter(node -> !node.fields().isEmpty()).filter(CrdTest::isSilent);

        assertThat(silent.map(SchemaNode::path)).isEmpty();
    }

    private static boolean isSilent(SchemaNode node) {
        return !node.schema().path("description").asText().endsWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "spec.priority, int32",
        "spec.nodes.weight, int32",
        "spec.preferredNodeAffinity[].weight, int32",
        "spec.tolerations[].tolerationSeconds, int64",
        "status.observedGeneration, int64",
        "status.conditions[].observedGeneration, int64",
        "status.conditions[].lastTransitionTime, date-time"
    })
    void aNumberAndATimeSayTheirForm(String path, String format) {
        assertThat(SchemaNode.at(path).schema().path("format").asText()).isEqualTo(format);
    }

    @Test
    void everyWholeNumberSaysItsSize() {
        Stream<SchemaNode> silent = SchemaNode.root()
                .all()
                .filter(node -> node.type().equals("integer"))
                .filter(node -> !node.schema().has("format"));

        assertThat(silent.map(SchemaNode::path)).isEmpty();
    }

    /** An API server stores them without the fraction, which tools that compare would report for ever. */
    @Test
    void everyLimitIsAWholeNumber() throws IOException {
        assertThat(Files.readString(SchemaNode.FILE)).doesNotContainPattern("m(in|ax)imum: -?[0-9]*\\.");
    }

    /** An API server leaves out a column's priority of 0, which tools that compare would report for ever. */
    @Test
    void whatAnApiServerLeavesOutIsNotThere() {
        assertThat(CRD.at("/spec/versions/0/additionalPrinterColumns"))
                .noneMatch(column -> column.path("priority").asInt(-1) == 0);
    }

    @Test
    void aConditionIsFoundByItsType() {
        JsonNode conditions = SchemaNode.at("status.conditions").schema();

        assertThat(conditions.path("x-kubernetes-list-type").asText()).isEqualTo("map");
        assertThat(texts(conditions.path("x-kubernetes-list-map-keys"))).containsExactly("type");
    }

    /** The fields of metav1.Condition, as controller-gen writes them into CRDs from the API machinery's markers. */
    @Test
    void aConditionHasTheFormOfEveryOtherKinds() throws IOException {
        JsonNode metav1 = new YAMLMapper().readTree("""
                properties:
                  lastTransitionTime: {type: string, format: date-time}
                  message: {type: string, maxLength: 32768}
                  observedGeneration: {type: integer, format: int64, minimum: 0}
                  reason: {type: string, minLength: 1, maxLength: 1024,
                    pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$'}
                  status: {type: string, enum: ['True', 'False', Unknown]}
                  type: {type: string, maxLength: 316, pattern: "^([a-z0-9]([-a-z0-9]*[a-z0-9])?\\
                    (\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"}
                required: [lastTransitionTime, message, reason, status, type]
                type: object
                """);

        ObjectNode condition = SchemaNode.at("status.conditions[]").schema().deepCopy();
        condition.findParents("description").forEach(field -> ((ObjectNode) field).remove("description"));

        assertThat((JsonNode) condition).isEqualTo(metav1);
    }

    private static List<String> columns() {
        return StreamSupport.stream(
                        CRD.at("/spec/versions/0/additionalPrinterColumns").spliterator(), false)
                .map(column -> column.path("name").asText() + " "
                        + column.path("type").asText() + " "
                        + column.path("jsonPath").asText())
                .toList();
    }

    private static boolean isBounded(SchemaNode node) {
        return switch (node.type()) {
            case "array" -> node.schema().has("maxItems");
            case "string" -> Stream.of("maxLength", "enum", "format").anyMatch(node.schema()::has);
            case "object" -> !node.isMap() || node.schema().has("maxProperties");
            default -> true;
        };
    }

    /** Every node has a type, unless it may be an integer or a string, and nothing gets around the schema. */
    private static boolean isStructural(SchemaNode node) {
        return (node.type().isEmpty()
                        ? isSecondsOrNever(node.schema())
                        : !node.schema().has("anyOf"))
                && !node.schema().has("x-kubernetes-preserve-unknown-fields")
                && Stream.of("x-kubernetes-embedded-resource", "$ref", "oneOf", "allOf", "not")
                        .noneMatch(node.schema()::has);
    }

    /** The one form of anyOf that an API server takes for a type. A rule or a choice would cost without bound there. */
    private static boolean isSecondsOrNever(JsonNode schema) {
        return schema.path("x-kubernetes-int-or-string").asBoolean()
                && schema.path("anyOf").toString().equals("[{\"type\":\"integer\"},{\"type\":\"string\"}]")
                && schema.path("minimum").asInt(-1) == 0
                && schema.path("pattern").asText().equals("^Never$")
                && !schema.has("enum")
                && !schema.has("x-kubernetes-validations");
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
