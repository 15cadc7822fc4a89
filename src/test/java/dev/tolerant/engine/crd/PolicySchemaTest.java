package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PolicyFile;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program refuses just what the schema and the CEL rules of the CRD refuse, at the same places. */
class PolicySchemaTest {
    private static final int TRIALS = 600;
    private static final TolerationRules RULES = new TolerationRules(true);

    @ManyTrials
    void generatedPoliciesAreRefusedByBothOrByNeither(long seed) {
        GeneratedPolicies generated = new GeneratedPolicies(seed);
        int refused = 0;
        for (int i = 0; i < TRIALS; i++) {
            JsonNode policy = generated.next();

            List<String> violations = SchemaCheck.violations(policy);
            List<ManifestProblem> problems = problems(policy);

            assertThat(problems)
                    .as("%s%n%s", generated, policy)
                    .extracting(ManifestProblem::path)
                    .hasSameElementsAs(violations.stream()
                            .map(violation -> violation.substring(0, violation.indexOf(':')))
                            .toList());
            refused += violations.isEmpty() ? 0 : 1;
        }
        assertThat(refused).isBetween(TRIALS / 10, TRIALS * 9 / 10);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a            |
                    a-b.c-1      |
                    Gpu          | metadata.name must be a DNS name
                    a_b          | metadata.name must be a DNS name
                    -a           | metadata.name must be a DNS name
                    a..b         | metadata.name must be a DNS name
                    """)
    void theNameMustBeOneThatTheApiTakes(String name, String sentence) {
        ObjectNode policy = (ObjectNode) PolicyFile.valid().get(0).object();
        policy.withObject("metadata").put("name", name);

        List<String> said = problems(policy).stream().map(ManifestProblem::what).toList();
        assertThat(said).hasSize(sentence == null ? 0 : 1).allMatch(what -> what.startsWith(sentence));
    }

    private static List<ManifestProblem> problems(JsonNode policy) {
        return PolicyReader.read(policy, RULES).problems();
    }
}
