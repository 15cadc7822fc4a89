package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.RESTRICTING;
import static dev.tolerant.tools.doctor.DoctorFixture.VALIDATING;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RestrictionCheckTest {
    private static final String CODE = "restrictions";

    @Test
    void withoutARestrictionThereIsNothingToEnforce() {
        assertThat(finding(CODE, facts(MUTATING, NAMESPACES)).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aPolicyThatOnlyAuditsRestrictsNothing() {
        // Given
        String audit = RESTRICTING.replace("spec:", "spec:\n  mode: Audit");

        // Then
        assertThat(finding(CODE, facts(MUTATING, audit)).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aRestrictionThatTheApiServerEnforcesPasses() {
        // When
        Finding finding = finding(CODE, facts(VALIDATING, RESTRICTING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
        assertThat(finding.details()).containsExactly("TolerationPolicy keep-out");
    }

    @Test
    void aRestrictionWithoutARegistrationFails() {
        // When
        Finding finding = finding(CODE, facts(MUTATING, RESTRICTING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.wayOut()).contains("restrictions.enabled=true");
    }

    @Test
    void theWhitelistOfANamespaceIsARestriction() {
        // Given
        String namespace = """
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: team
                  annotations: {scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{"key": "spot"}]'}
                """;

        // When
        Finding finding = finding(CODE, facts(MUTATING, namespace));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly("the whitelist of namespace team");
    }

    @Test
    void failurePolicyIgnoreIsAWarning() {
        // Given
        String ignoring = VALIDATING.replace("failurePolicy: Fail", "failurePolicy: Ignore");

        // Then
        assertThat(finding(CODE, facts(ignoring, RESTRICTING)).mark()).isEqualTo(Mark.WARNING);
    }

    @Test
    void aRegistrationThatLeavesOutUpdatesIsNoGuard() {
        // Given
        String created = VALIDATING.replace("[CREATE, UPDATE]", "[CREATE]").replace("/validate}", "/mutate}");

        // When
        Finding finding = finding(CODE, facts(created, RESTRICTING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .containsExactly("its rules leave out UPDATE of pods", "its path is '/mutate', and must be /validate");
    }

    @Test
    void whatAConditionOfOthersLeavesOutIsUnknown() {
        // Given
        String narrowed = VALIDATING.replace(
                "  timeoutSeconds: 2",
                "  timeoutSeconds: 2\n  matchConditions: [{name: few, expression: \"request.name == 'a'\"}]");

        // When
        Finding finding = finding(CODE, facts(narrowed, RESTRICTING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(finding.sentence()).endsWith("that nobody can judge: few");
    }

    @Test
    void aPolicyOfWhichTheProgramHasSaidNothingIsNotEnforcedForCertain() {
        // When
        Finding finding = finding("policies-enforced", facts(VALIDATING, RESTRICTING));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(finding.details()).containsExactly("keep-out: the program has not said it yet");
    }

    @Test
    void policiesThatMayNotBeReadLeaveItUnknown() {
        // When
        Finding finding = finding(CODE, facts(Map.of(FactKind.POLICY, "you may not list policies"), VALIDATING));

        // Then
        assertThat(finding).isEqualTo(Finding.unknown("you may not list policies"));
    }
}
