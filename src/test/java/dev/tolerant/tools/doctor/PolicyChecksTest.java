package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.Mark;
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

    private static final String POOL = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: ml, generation: 1}
            spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}}
            """;

    private static final String NODE =
            "---\n{apiVersion: v1, kind: Node, metadata: {name: 'n', labels: {pool: ml}}, spec: {}}\n";

    @ParameterizedTest
    @ValueSource(strings = {"policies-accepted", "policies-pools"})
    void anAcceptedPolicyPasses(String code) {
        assertThat(finding(code, clusterObjects(POLICY)).mark()).isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"policies-accepted", "policies-pools"})
    void policiesThatMayNotBeReadAreUnknown(String code) {
        assertThat(finding(code, clusterObjects(Map.of(ObjectKind.POLICY, "you may not list them"))))
                .isEqualTo(CheckResult.unknown("you may not list them"));
    }

    @Test
    void aPolicyThatTheProgramRefusesFailsWithItsMessage() {
        CheckResult finding = finding(
                "policies-accepted",
                clusterObjects(POLICY.replace(
                        "status: \"True\", reason: Compiled, message: the policy",
                        "status: \"False\", reason:" + " Invalid, message: no policy")));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly("spot: Invalid, no policy is in use");
    }

    @Test
    void aPolicyThatCannotBeUsedFailsEvenIfTheProgramHasSaidNothing() {
        CheckResult finding = finding("policies-accepted", clusterObjects("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: broken}
                spec: {tolerations: [{key: spot, operator: Exists}]}
                """));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details())
                .singleElement()
                .asString()
                .contains("broken")
                .contains("spec.match");
    }

    @Test
    void aPolicyThatNobodyCanUseIsToldByItsSpecAndNotByTheStatusOfALaterVersion() {
        CheckResult finding = finding("policies-accepted", clusterObjects("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: broken}
                spec: {tolerations: [{key: spot, operator: Exists}]}
                status: {later: {version: 2}}
                """));

        assertThat(finding.details())
                .singleElement()
                .asString()
                .contains("spec.match")
                .doesNotContain("later");
    }

    @Test
    void aPolicyOfWhichTheProgramKnowsOnlyAnOlderSpecIsAWarning() {
        assertThat(finding(
                        "policies-accepted",
                        clusterObjects(POLICY.replace("generation: 3}\nspec", "generation: 4}\nspec"))))
                .extracting(CheckResult::mark, CheckResult::details)
                .containsExactly(Mark.WARNING, List.of("spot"));
    }

    @Test
    void aPolicyWithoutAStatusIsUnknown() {
        ClusterObjects clusterObjects = clusterObjects(POOL);

        assertThat(finding("policies-accepted", clusterObjects))
                .extracting(CheckResult::mark, CheckResult::details)
                .containsExactly(Mark.UNKNOWN, List.of("ml"));
        assertThat(finding("policies-pools", clusterObjects(POOL + NODE)))
                .extracting(CheckResult::mark, CheckResult::details)
                .containsExactly(Mark.UNKNOWN, List.of("ml"));
    }

    @Test
    void aPoolThatIsNotKnownIsNotTickedWhateverTheStatusSays() {
        String status = """
                status:
                  conditions:
                  - {type: NodesKnown, status: "True", reason: NoNodes, message: no node, observedGeneration: 1}
                """;

        CheckResult finding = finding("policies-pools", clusterObjects(POOL + status));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details())
                .singleElement()
                .asString()
                .startsWith("ml: spec.nodes selects no node and no NodePool");
        assertThat(finding("policies-pools", clusterObjects(POOL + status + NODE))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    private static final String MISTYPED = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: ml}
            spec:
              match: {namespaceSelector: {matchLabels: {team: mll}}}
              nodes: {selector: {matchLabels: {pool: mml}}, taintKeys: [dedciated]}
            """;
    private static final String THERE = """
            ---
            {apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {team: ml}}}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: ml-1, labels: {pool: ml}}
            spec: {taints: [{key: dedicated, value: ml, effect: NoSchedule}]}
            """;

    @Test
    void whatPoliciesSelectInVainIsAWarningWithTheNearestNames() {
        CheckResult finding = finding("policies-select", clusterObjects(MISTYPED + THERE));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details())
                .containsExactly(
                        "ml matches no namespace: no namespace has team=mll; did you mean team=ml?",
                        "ml selects no node: no node has pool=mml; did you mean pool=ml?",
                        "ml names taint key dedciated, which no node has; did you mean dedicated?");
    }

    @Test
    void whatNodesAloneTellIsNoWarning() {
        CheckResult finding = finding("policies-select", clusterObjects(MISTYPED.replace("mll", "ml") + THERE));

        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
        assertThat(finding.details()).hasSize(2);
    }

    @Test
    void nodesThatMayNotBeReadHideNothingThatNamespacesTell() {
        Map<ObjectKind, String> unknown = Map.of(ObjectKind.NODE_POOL, "you may not list nodepools");

        assertThat(finding("policies-select", clusterObjects(unknown, MISTYPED + THERE))
                        .details())
                .containsExactly("ml matches no namespace: no namespace has team=mll; did you mean team=ml?");
        assertThat(finding("policies-select", clusterObjects(unknown, MISTYPED.replace("mll", "ml") + THERE)))
                .isEqualTo(CheckResult.unknown("you may not list nodepools"));
    }

    @ParameterizedTest
    @CsvSource({"HalfDedicated, 'True', WARNING", "HalfDedicated, 'False', PASSED", "NodesKnown, 'False', WARNING"})
    void whatAPoolLacksIsAWarning(String type, String status, Mark mark) {
        String policy = POLICY + "  - {type: " + type + ", status: \"" + status + "\", reason: Why, message: so}\n";

        assertThat(finding("policies-pools", clusterObjects(policy)).mark()).isEqualTo(mark);
    }

    @Test
    void aMessageCannotMoveTheCursor() {
        String policy = POLICY + "  - {type: NodesKnown, status: \"False\", reason: X, message: \"a\\u001b[2Jb\"}\n";

        assertThat(finding("policies-pools", clusterObjects(policy)).details()).containsExactly("spot: X, a [2Jb");
    }
}
