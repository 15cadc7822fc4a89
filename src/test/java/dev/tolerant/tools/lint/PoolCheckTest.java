package dev.tolerant.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.policy.PolicyFixture;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is refused by the guards of a node pool, and who is let in by its owners. */
class PoolCheckTest {
    private static final String DENY = "deny: [{key: pool, effect: NoSchedule}]";
    private static final String GUARD =
            policy("guard", "match: {}, restrict: {" + DENY + ", exempt: {groups: [system:masters]}}");
    private static final String GIVES = ", tolerations: [{key: pool, operator: Equal, value: a, effect: NoSchedule}]";

    @ParameterizedTest
    @ValueSource(strings = {"match: {}", "daemonSetTemplates: true, match: {}", "mode: Warn, match: {}"})
    void aDenialThatSparesNobodyRefusesNodeAgents(String spec) {
        assertThat(findings(policy("p", spec + ", restrict: {" + DENY + "}")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(LintCode.DENY_WITHOUT_EXEMPTION);
                    assertThat(finding.path()).isEqualTo("spec.restrict");
                    assertThat(finding.message()).contains("exempt.namespaces", "system:masters");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "match: {namespaceSelector: {matchLabels: {tenant: 'true'}}}, restrict: {deny: [{key: pool}]}",
                "match: {podSelector: {matchExpressions: [{key: agent, operator: DoesNotExist}]}}, restrict: {deny: [{key:"
                        + " pool}]}",
                "match: {}, restrict: {deny: [{key: pool}], exempt: {groups: [system:masters]}}",
                "match: {}, restrict: {deny: [{key: pool}], exempt: {users: [jane]}}",
                "match: {}, restrict: {deny: [{key: pool}], exempt: {serviceAccounts: [logging/*]}}",
                "match: {}, restrict: {deny: [{key: pool}], exempt: {namespaces: [logging]}}",
                "match: {}, restrict: {deny: [{key: pool}], exempt: {namespaceSelector: {matchLabels: {agents: 'true'}}}}",
                "match: {}, restrict: {allow: [{key: spot, operator: Exists}]}",
                "match: {}, mode: Disabled, restrict: {deny: [{key: pool}]}",
                "match: {}, tolerations: [{key: pool, operator: Exists}]",
            })
    void anyOtherPolicyMayBeMeant(String spec) {
        assertThat(findings(policy("p", spec))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "match: {}",
                "match: {podSelector: {matchLabels: {app: train}}}",
                "match: {ownerKinds: [DaemonSet]}",
                "match: {resources: [nvidia.com/gpu]}",
                "match: {priorityClassNames: [batch]}",
                "match: {namespaceSelector: {}, podSelector: {matchLabels: {app: train}}}",
            })
    void withoutANamespaceSelectorAnyNamespaceMayClaimAGuardedPool(String match) {
        assertThat(findings(policy("p", match + GIVES), GUARD)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(LintCode.CLAIMABLE_POOL);
            assertThat(finding.path()).isEqualTo("spec.match");
            assertThat(finding.message())
                    .contains("pool=a:NoSchedule", "policy guard denies", "spec.match.namespaceSelector");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "match: {namespaceSelector: {matchLabels: {team: ml}}} | tolerations: [{key: pool, operator: Exists}]",
                "match: {} | tolerations: [{key: other, operator: Exists}]",
                "match: {} | tolerations: [{key: pool, operator: Exists, effect: NoExecute}]",
                "match: {} | mode: Disabled, tolerations: [{key: pool, operator: Exists}]",
            })
    void otherwiseThePoolIsItsNamespacesOwn(String match, String gives) {
        assertThat(findings(policy("p", match + ", " + gives), GUARD)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{gpu: 'true'} | then get pool=a:NoSchedule, although policy guard denies pool:NoSchedule",
                // Without a node of the pool its labels are all there is to go by.
                "{pool: a} | then tolerate the taints of nodes with pool=a, although policy guard denies pool:NoSchedule",
            })
    void aPoolMayBeClaimedThroughItsNodesToo(String labels, String why) {
        // Given
        Node node = node("{gpu: 'true'}", "{key: pool, value: a, effect: NoSchedule}");
        String claimed = policy("p", "match: {}, nodes: {selector: {matchLabels: " + labels + "}}");

        // Then
        assertThat(findings(List.of(node), claimed, GUARD)).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(LintCode.CLAIMABLE_POOL);
            assertThat(finding.path()).isEqualTo("spec.match");
            assertThat(finding.message()).contains(why, "spec.match.namespaceSelector");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "match: {namespaceSelector: {matchLabels: {team: ml}}} | {gpu: 'true'}",
                "mode: Disabled, match: {} | {gpu: 'true'}",
                // Its nodes have no taint that the guard denies, whatever they are called in labels.
                "match: {} | {pool: b}",
                // Nobody denies a taint of that name.
                "match: {} | {zone: c}",
            })
    void otherNodesAreNotClaimed(String spec, String labels) {
        // Given
        List<Node> nodes = List.of(
                node("{gpu: 'true'}", "{key: pool, value: a, effect: NoSchedule}"),
                node("{pool: b}", "{key: spot, effect: NoSchedule}"));

        // Then
        assertThat(findings(nodes, policy("p", spec + ", nodes: {selector: {matchLabels: " + labels + "}}"), GUARD))
                .isEmpty();
    }

    @Test
    void aPoolThatNobodyGuardsIsOpenAnyway() {
        assertThat(findings(policy("p", "match: {}" + GIVES))).isEmpty();
    }

    private static String policy(String name, String spec) {
        return "{metadata: {name: " + name + "}, spec: {" + spec + "}}";
    }

    private static Node node(String labels, String taint) {
        try {
            return NodeReader.read(ManifestFile.of(
                            "node.yaml",
                            "{apiVersion: v1, kind: Node, metadata: {name: n, labels: " + labels + "}, spec: {taints: ["
                                    + taint + "]}}")
                    .manifests()
                    .get(0));
        } catch (InvalidManifestException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static List<Finding> findings(String... policies) {
        return findings(List.of(), policies);
    }

    private static List<Finding> findings(List<Node> nodes, String... policies) {
        PoolCheck check = new PoolCheck();
        nodes.forEach(check::add);
        for (String policy : policies) {
            check.add(new CheckedObject(Place.NOWHERE, policy, Set.of()), PolicyFixture.of(policy));
        }
        return check.findings();
    }
}
