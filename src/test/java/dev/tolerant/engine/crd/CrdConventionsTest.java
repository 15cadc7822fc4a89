package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Kubernetes' API conventions ask of the CRD, and what people see of it in kubectl. */
class CrdConventionsTest {
    private static final JsonNode CRD = GeneratedCrd.object();

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
                .filter(CrdConventionsTest::isSilent);

        assertThat(silent.map(SchemaNode::path)).isEmpty();
    }

    @Test
    void everyObjectSaysWhatItIs() {
        Stream<SchemaNode> silent =
                SchemaNode.root().all().filter(node -> !node.fields().isEmpty()).filter(CrdConventionsTest::isSilent);

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
    void everyLimitIsAWholeNumber() {
        assertThat(GeneratedCrd.text()).doesNotContainPattern("m(in|ax)imum: -?[0-9]*\\.");
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

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
