package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.crd.PolicyCompiler.Compiled;
import dev.tolerant.engine.model.TolerationRules;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of policies that an API server has stored, or that no API server has seen. */
class PolicyReaderTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final TolerationRules WITH_COMPARISONS = new TolerationRules(true);

    @ParameterizedTest
    @MethodSource("dev.tolerant.engine.crd.PolicyFile#valid")
    void whatAnApiServerAcceptsIsAccepted(PolicyFile file) {
        assertThat(PolicyReader.read(file.object(), WITH_COMPARISONS).errors()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.engine.crd.PolicyFile#invalid")
    void whatAnApiServerRefusesIsRefusedInADirectoryToo(PolicyFile file) {
        assertThat(PolicyReader.read(file.object(), WITH_COMPARISONS).errors()).isNotEmpty();
    }

    @Test
    void anythingElseThatIsWrongIsInvalid() throws IOException {
        assertThat(stored("{match: {}, nodeFailure: {notReady: never}}").reason())
                .isEqualTo("Invalid");
        assertThat(stored("{match: {}, surprise: 1}").reason()).isEqualTo("Invalid");
    }

    /** The whole object as a watch brings it. */
    private static Compiled stored(String spec) throws IOException {
        JsonNode object = YAML.readTree("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: stored, uid: 5b8b0f8e-5c7b-4b0e-9d5e-2f6a8f6f3c11, resourceVersion: "7", generation: 3,
                  creationTimestamp: "2026-11-01T10:00:00Z", managedFields: [{manager: kubectl, operation: Update}]}
                spec: %s
                status: {observedGeneration: 2, conditions: [{type: Accepted, status: "True", reason: Valid}]}
                """.formatted(spec));
        return PolicyReader.read(YAML.treeToValue(object, GenericKubernetesResource.class), new TolerationRules(false));
    }
}
