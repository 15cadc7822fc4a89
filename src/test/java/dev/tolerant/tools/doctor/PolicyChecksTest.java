package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyChecksTest {
    private static final String POLICY = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: spot, generation: 3}
            spec: {match: {}, tolerations: [{key: spot, operator: Exists}]}
            status:
              conditions:
              - {type: Accepted, status: "True", reason: Compiled, message: the policy is in use, observedGeneration: 3}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"policies-accepted", "policies-enforced", "policies-pools"})
    void anAcceptedPolicyPasses(String code) {
        assertThat(finding(code, facts(POLICY)).mark()).isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"policies-accepted", "policies-enforced", "policies-pools"})
    void policiesThatMayNotBeReadAreUnknown(String code) {
        assertThat(finding(code, facts(Map.of(FactKind.POLICY, "you may not list them"))))
                .isEqualTo(Finding.unknown("you may not list them"));
    }

    @Test
    void aPolicyThatTheProgramRefusesFailsWithItsMessage() {
        // When
        Finding finding = finding(
                "policies-accepted",
                facts(POLICY.replace(
                        "status: \"True\", reason: Compiled, message: the policy",
                        "status: \"False\", reason:" + " Invalid, message: no policy")));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly("spot: Invalid, no policy is in use");
    }

    @Test
    void aPolicyThatCannotBeUsedFailsEvenIfTheProgramHasSaidNothing() {
        // When
        Finding finding = finding("policies-accepted", facts("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: broken}
                spec: {tolerations: [{key: spot, operator: Exists}]}
                """));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .singleElement()
                .asString()
                .contains("broken")
                .contains("spec.match");
    }

    @Test
    void aPolicyThatNobodyCanUseIsToldByItsSpecAndNotByTheStatusOfALaterVersion() {
        // When
        Finding finding = finding("policies-accepted", facts("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: broken}
                spec: {tolerations: [{key: spot, operator: Exists}]}
                status: {later: {version: 2}}
                """));

        // Then
        assertThat(finding.details())
                .singleElement()
                .asString()
                .contains("spec.match")
                .doesNotContain("later");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'the API server does not enforce the restrictions of the only policy that has some'",
        "2, 'the API server does not enforce the restrictions of all 2 policies that have some'"
    })
    void restrictionsThatAreNotEnforcedAreCountedInWords(int policies, String sentence) {
        // Given
        String policy = POLICY + "  - {type: Enforced, status: \"False\", reason: NoRegistration, message: so}\n";
        String all = policies == 1 ? policy : policy + "---\n" + policy.replace("name: spot", "name: other");

        // Then
        assertThat(finding("policies-enforced", facts(all)).sentence()).isEqualTo(sentence);
    }

    @Test
    void aPolicyOfWhichTheProgramKnowsOnlyAnOlderSpecIsAWarning() {
        assertThat(finding("policies-accepted", facts(POLICY.replace("generation: 3}\nspec", "generation: 4}\nspec"))))
                .extracting(Finding::mark, Finding::details)
                .containsExactly(Mark.WARNING, List.of("spot"));
    }

    @ParameterizedTest
    @CsvSource({
        "'True', Registered, PASSED",
        "'False', NoRegistration, FAILED",
        "'Unknown', NotReadable, UNKNOWN",
        "'False', PolicyMode, WARNING",
        "'False', AuditMode, WARNING"
    })
    void theConditionEnforcedDecides(String status, String reason, Mark mark) {
        // Given
        String policy =
                POLICY + "  - {type: Enforced, status: \"" + status + "\", reason: " + reason + ", message: so}\n";

        // Then
        assertThat(finding("policies-enforced", facts(policy)).mark()).isEqualTo(mark);
    }

    @ParameterizedTest
    @CsvSource({"HalfDedicated, 'True', WARNING", "HalfDedicated, 'False', PASSED", "NodesKnown, 'False', WARNING"})
    void whatAPoolLacksIsAWarning(String type, String status, Mark mark) {
        // Given
        String policy = POLICY + "  - {type: " + type + ", status: \"" + status + "\", reason: Why, message: so}\n";

        // Then
        assertThat(finding("policies-pools", facts(policy)).mark()).isEqualTo(mark);
    }

    @Test
    void aMessageCannotMoveTheCursor() {
        // Given
        String policy = POLICY + "  - {type: Enforced, status: \"False\", reason: X, message: \"a\\u001b[2Jb\"}\n";

        // Then
        assertThat(finding("policies-enforced", facts(policy)).details()).containsExactly("spot: X, a [2Jb");
    }
}
