package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.PolicyFile;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the CRD's schema and rules say of the policies in src/test/resources/policies. */
class CrdRulesTest {

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.PolicyFile#valid")
    void aValidPolicyIsAccepted(PolicyFile file) {
        List<String> violations = SchemaCheck.violations(file.object());

        assertThat(violations).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.PolicyFile#invalid")
    void aPolicyThatBreaksOneRuleIsRefusedForThat(PolicyFile file) {
        List<String> violations = SchemaCheck.violations(file.object());

        assertThat(file.refused()).as("first line of %s", file).isNotEmpty();
        assertThat(violations).singleElement().asString().contains(file.refused());
    }

    @Test
    void everyRuleHasAPolicyThatBreaksIt() {
        Set<String> messages = SchemaNode.root()
                .all()
                .flatMap(node -> messages(node.schema()))
                .collect(Collectors.toCollection(TreeSet::new));

        List<String> broken = PolicyFile.invalid().stream()
                .flatMap(file -> SchemaCheck.violations(file.object()).stream())
                .toList();

        assertThat(messages)
                .hasSizeGreaterThan(8)
                .allSatisfy(message -> assertThat(broken).anyMatch(violation -> violation.endsWith(message)));
    }

    @ParameterizedTest
    @CsvSource({
        "spec.match.ownerKinds, must be direct controllers",
        "spec.match.exclude[], must not be empty",
        "spec.match.exclude[].ownerKinds, must be direct controllers",
        "spec.match.exclude[].podSelector.matchExpressions[], must have values",
        "spec.nodes.selector, must not be empty",
        "spec.requiredNodeAffinity[], must have exactly one value",
        "spec.preferredNodeAffinity[], must have exactly one value"
    })
    void aRuleIsWhereverItsObjectIs(String path, String start) {
        assertThat(messages(SchemaNode.at(path).schema())).anyMatch(message -> message.startsWith(start));
    }

    @ParameterizedTest
    @CsvSource({
        "spec.match.namespaceSelector",
        "spec.match.exclude[].podSelector",
        "spec.match.exclude[].namespaceSelector",
        "spec.nodes.selector",
        "status.nodes.selector"
    })
    void aSelectorIsTheSameWhereverItStands(String path) {
        ObjectNode properties = SchemaNode.at(path).schema().get("properties").deepCopy();
        properties.remove("matchLabelsFrom");

        assertThat((JsonNode) properties)
                .isEqualTo(SchemaNode.at("spec.match.podSelector").schema().get("properties"));
    }

    @Test
    void anExcludedPodIsDescribedAsOneThatMatches() {
        JsonNode exclude = SchemaNode.at("spec.match.exclude[]").schema().get("properties");
        JsonNode match = SchemaNode.at("spec.match").schema().get("properties");

        exclude.properties().forEach(field -> assertThat(field.getValue()).isEqualTo(match.get(field.getKey())));
    }

    @Test
    void aPreferenceIsARequirementWithAWeight() {
        ObjectNode preference = SchemaNode.at("spec.preferredNodeAffinity[]")
                .schema()
                .get("properties")
                .deepCopy();
        preference.remove("weight");
        ObjectNode requirement = SchemaNode.at("spec.requiredNodeAffinity[]")
                .schema()
                .get("properties")
                .deepCopy();
        requirement.remove("valuesFrom");

        assertThat(preference).isEqualTo(requirement);
    }

    @Test
    void everyRuleCompilesAgainstTheSchemaAndSaysWhatIsWrong() {
        List<SchemaNode> ruled = SchemaNode.root()
                .all()
                .filter(node -> node.schema().has("x-kubernetes-validations"))
                .toList();

        int compiled = ruled.stream()
                .mapToInt(node -> new ValidationRules(node).count())
                .sum();

        assertThat(compiled)
                .isEqualTo(ruled.stream()
                        .mapToInt(node ->
                                node.schema().get("x-kubernetes-validations").size())
                        .sum());
        assertThat(ruled.stream().flatMap(node -> messages(node.schema()))).doesNotContain("");
    }

    private static Stream<String> messages(JsonNode schema) {
        return StreamSupport.stream(schema.path("x-kubernetes-validations").spliterator(), false)
                .map(rule -> rule.path("message").asText());
    }
}
