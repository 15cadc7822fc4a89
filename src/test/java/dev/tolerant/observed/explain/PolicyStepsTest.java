package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why a policy had no part in a decision. */
class PolicyStepsTest {
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {tolerations: [{key: a, operator: Exists}]}}";
    private static final String DENY_A = "restrict: {deny: [{key: a}]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "match: {ownerKinds: [Job]}, tolerations: [{key: b, operator: Exists}] | no-match | the pod has no"
                        + " controller, or none that is believed, for match.ownerKinds",
                "match: {}, mode: Disabled, tolerations: [{key: b, operator: Exists}]  | without-effect | its mode is Disabled",
                "match: {}, mode: Audit, tolerations: [{key: a, operator: Exists}] | without-effect | its mode is Audit, and it"
                        + " would change and refuse nothing here",
                "match: {}, restrict: {deny: [{key: b}]} | without-effect | it matches, and the pod" + " satisfies it",
                "match: {}, restrict: {deny: [{key: a}], exempt: {serviceAccounts: [default/default]}} | without-effect | it"
                        + " matches, but its restrict.exempt.serviceAccounts exempts the pod",
                "match: {}, restrict: {deny: [{key: a}], exempt: {namespaces: [default]}} | without-effect | it matches, but"
                        + " its restrict.exempt.namespaces exempts the pod",
                "match: {}, restrict: {deny: [{key: a}], exempt: {groups: ['system:authenticated']}} | without-effect | it"
                        + " matches, but its restrict.exempt.groups exempts the pod",
            })
    void aSilentPolicyHasItsReason(String spec, String code, String because) throws Exception {
        assertThat(ofPolicies("{metadata: {name: p}, spec: {" + spec + "}}"))
                .containsExactly("policies/p skipped " + code + ": does nothing: " + because);
    }

    @Test
    void behindARefusalTheOthersAreNotAsked() throws Exception {
        assertThat(ofPolicies("{metadata: {name: p}, spec: {match: {}, " + DENY_A + "}}\n---\n"
                        + "{metadata: {name: q}, spec: {match: {}, " + DENY_A + "}}"))
                .element(1)
                .isEqualTo("policies/q skipped without-effect: does nothing: the pod is refused already");
    }

    @Test
    void withoutPoliciesOneLineSaysSo() throws Exception {
        assertThat(ofPolicies("")).containsExactly("policies skipped not-concerned: does nothing: no policy matches");
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
