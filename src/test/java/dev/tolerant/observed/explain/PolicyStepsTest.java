package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a policy had no part in a decision. */
class PolicyStepsTest {
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {tolerations: [{key: a, operator: Exists}]}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "match: {ownerKinds: [Job]}, tolerations: [{key: b, operator: Exists}] | no-match | the pod has no"
                        + " controller for match.ownerKinds",
                "match: {}, mode: Audit, tolerations: [{key: a, operator: Exists}] | without-effect | its mode is Audit, and it"
                        + " would change nothing here",
                "match: {} | without-effect | it matches, but has nothing to give",
            })
    void aSilentPolicyHasItsReason(String spec, String code, String because) throws Exception {
        assertThat(ofPolicies("{metadata: {name: p}, spec: {" + spec + "}}"))
                .containsExactly("policies/p skipped " + code + ": " + because);
    }

    @Test
    void withoutPoliciesOneLineSaysSo() throws Exception {
        assertThat(ofPolicies("")).containsExactly("policies skipped not-concerned: no policy matches");
    }

    private static List<String> ofPolicies(String policies) throws InvalidManifestException {
        Snapshot snapshot = new Snapshot(
                PolicySet.of(policies.isEmpty() ? List.of() : PolicyFixture.all(policies)), Map.of(), Map.of());
        return ExplainerFixture.with(Map.of()).explain(ExplainerFixture.manifest(POD), snapshot, null).steps().stream()
                .filter(step -> step.rule().kind() == RuleId.Kind.POLICIES)
                .map(step -> step.rule() + " " + step.outcome().code() + " " + step.code() + ": " + step.sentence())
                .toList();
    }
}
