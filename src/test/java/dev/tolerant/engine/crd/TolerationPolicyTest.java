package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies between YAML and Java. */
class TolerationPolicyTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void aPoolOfOnesOwnIsReadInFull() throws IOException {
        TolerationPolicy policy = read(PolicyFile.of("valid-ml-pool").object());

        TolerationPolicySpec spec = policy.getSpec();
        assertThat(policy.getMetadata().getName()).isEqualTo("ml-pool");
        assertThat(policy.getStatus()).isNull();
        assertThat(spec.priority).isEqualTo(100);
        assertThat(spec.mode).isEqualTo(TolerationPolicySpec.Mode.Enforce);
        assertThat(spec.match).isNotNull().satisfies(match -> {
            assertThat(match.namespaceSelector)
                    .satisfies(selector -> assertThat(selector.matchLabels).containsEntry("team", "ml"));
            assertThat(match.podSelector)
                    .satisfies(selector -> assertThat(selector.matchExpressions)
                            .singleElement()
                            .usingRecursiveComparison()
                            .isEqualTo(requirement("tier", SelectorRequirementSpec.Operator.In, "batch")));
            assertThat(match.ownerKinds).containsExactly("Job");
            assertThat(match.resources).containsExactly("nvidia.com/gpu");
            assertThat(match.priorityClassNames).containsExactly("batch");
        });
        assertThat(spec.tolerations).singleElement().satisfies(toleration -> {
            assertThat(toleration.key).isEqualTo("dedicated");
            assertThat(toleration.operator).isEqualTo(TolerationSpec.Operator.Equal);
            assertThat(toleration.value).isEqualTo("ml");
            assertThat(toleration.effect).isEqualTo(TaintEffect.NoSchedule);
            assertThat(toleration.tolerationSeconds).isNull();
        });
        assertThat(spec.requiredNodeAffinity).singleElement().satisfies(requirement -> {
            assertThat(requirement.key).isEqualTo("dedicated");
            assertThat(requirement.operator).isEqualTo(NodeRequirementSpec.Operator.In);
            assertThat(requirement.values).containsExactly("ml");
        });
        assertThat(spec.nodeFailure).isNotNull().satisfies(failure -> {
            assertThat(failure.notReady).isEqualTo(new IntOrString(60));
            assertThat(failure.unreachable).isEqualTo(new IntOrString("Never"));
        });
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.engine.crd.PolicyFile#valid")
    void whatIsReadAndWrittenAndReadStaysTheSame(PolicyFile file) throws IOException {
        TolerationPolicy policy = read(file.object());

        JsonNode written = YAML.valueToTree(policy);
        TolerationPolicy again = read(written);

        assertThat(written.path("apiVersion").asText()).isEqualTo("tolerant.dev/v1alpha1");
        assertThat(written.path("kind").asText()).isEqualTo("TolerationPolicy");
        assertThat(written.has("status")).isFalse();
        assertThat(again).usingRecursiveComparison().isEqualTo(policy);
    }

    @Test
    void everythingThatAnAuthorWroteIsWritten() throws IOException {
        JsonNode original = PolicyFile.of("valid-ml-pool").object();

        JsonNode written = YAML.valueToTree(read(original));

        assertThat(written.get("spec")).hasToString(original.get("spec").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/spec",
                "/spec/match",
                "/spec/match/podSelector",
                "/spec/match/podSelector/matchExpressions/0",
                "/spec/tolerations/0",
                "/spec/requiredNodeAffinity/0",
                "/spec/nodeFailure"
            })
    void aFieldThatNobodyKnowsIsRefused(String place) {
        JsonNode policy = PolicyFile.of("valid-ml-pool").object();
        ((ObjectNode) policy.at(place)).put("surprise", true);

        assertThatThrownBy(() -> read(policy))
                .isInstanceOf(UnrecognizedPropertyException.class)
                .hasMessageContaining("surprise");
    }

    /** As an API server does: a selector that was forgotten must not match everything. */
    @ParameterizedTest
    @ValueSource(strings = {"podSelector", "namespaceSelector", "ownerKinds", "resources", "priorityClassNames"})
    void aFieldWithoutItsContentIsRefused(String field) {
        JsonNode policy = PolicyFile.of("valid-ml-pool").object();
        ((ObjectNode) policy.at("/spec/match")).putNull(field);

        assertThatThrownBy(() -> read(policy))
                .isInstanceOf(InvalidNullException.class)
                .hasMessageContaining(field);
    }

    @Test
    void aFieldWithADefaultMayBeNull() throws IOException {
        JsonNode policy = PolicyFile.of("valid-ml-pool").object();
        ((ObjectNode) policy.at("/spec")).putNull("mode").putNull("priority");
        ((ObjectNode) policy.at("/spec")).putNull("daemonSetTemplates");

        TolerationPolicySpec spec = read(policy).getSpec();

        assertThat(spec.mode).isEqualTo(TolerationPolicySpec.Mode.Enforce);
        assertThat(spec.priority).isZero();
        assertThat(spec.daemonSetTemplates).isFalse();
    }

    private static TolerationPolicy read(JsonNode object) throws IOException {
        return YAML.treeToValue(object, TolerationPolicy.class);
    }

    private static SelectorRequirementSpec requirement(
            String key, SelectorRequirementSpec.Operator operator, String value) {
        SelectorRequirementSpec requirement = new SelectorRequirementSpec();
        requirement.key = key;
        requirement.operator = operator;
        requirement.values.add(value);
        return requirement;
    }
}
