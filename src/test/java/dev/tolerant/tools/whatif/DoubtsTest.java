package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.KEEP_OUT;
import static dev.tolerant.tools.whatif.ClusterYaml.daemonSet;
import static dev.tolerant.tools.whatif.ClusterYaml.deployment;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When nobody can tell whether a pod would be refused. */
class DoubtsTest {
    private static final String AGENT = daemonSet("agent", "tolerations: [{key: dedicated, operator: Exists}]");
    private static final String CLUSTER = namespace("shop") + AGENT + deployment("web", "");
    private static final String POOL =
            policy("pool", "{match: {}, nodes: {selector: {matchLabels: {pool: ml}}}}") + KEEP_OUT;

    @Test
    void labelsAndAnnotationsOfAnUnknownNamespaceCouldRefuseOrExempt() {
        // When
        Outlook outlook =
                Question.about(CLUSTER, KEEP_OUT).without(FactKind.NAMESPACE).answer();

        // Then
        assertThat(outlook.isUndecided()).isTrue();
        assertThat(outlook.refuses()).isFalse();
        assertThat(Question.of(outlook, "daemonset/agent").change().undecided())
                .isEqualTo("namespaces are not known: you may not list namespaces");
        assertThat(outlook.unmatched()).isEmpty();
    }

    @Test
    void nothingCouldRefuseAPodThatAsksForNothing() {
        // When
        Prospect web =
                Question.about(CLUSTER, KEEP_OUT).without(FactKind.NAMESPACE).of("deployment/web");

        // Then
        assertThat(web.change().undecided()).isNull();
    }

    @Test
    void withoutRestrictionsNoNamespaceMatters() {
        // When
        Outlook outlook = Question.about(CLUSTER, policy("p", "{match: {}, nodeFailure: {notReady: 5}}"))
                .with(Map.of("rules.namespace-annotations.enabled", "false"))
                .without(FactKind.NAMESPACE)
                .answer();

        // Then
        assertThat(outlook.isUndecided()).isFalse();
        assertThat(outlook.count(Impact.SOONER)).isEqualTo(1);
    }

    @Test
    void aPoolOfUnknownNodesCouldGiveWhatIsDenied() {
        // When
        Outlook outlook = Question.about(CLUSTER, POOL).without(FactKind.NODE).answer();

        // Then
        assertThat(Question.of(outlook, "daemonset/agent").change().undecided())
                .isEqualTo("nodes are not known: you may not list nodes");
        assertThat(outlook.isUndecided()).isTrue();
    }

    @Test
    void withoutAPoolNodesDoNotDecideAboutTolerations() {
        // When
        Outlook outlook =
                Question.about(CLUSTER, KEEP_OUT).without(FactKind.NODE).answer();

        // Then
        assertThat(outlook.refuses()).isTrue();
        assertThat(outlook.isUndecided()).isFalse();
        assertThat(Question.json(outlook).get("nodes").isNull()).isTrue();
    }

    @Test
    void anUnknownNodeThatATemplateNamesCouldHaveADeniedTaint() {
        // When
        Prospect pinned = Question.about(namespace("shop") + deployment("pinned", "nodeName: n1"), KEEP_OUT)
                .without(FactKind.NODE)
                .of("deployment/pinned");

        // Then
        assertThat(pinned.change().impact()).isEqualTo(Impact.UNDECIDED);
    }

    @Test
    void unknownPoliciesCouldRefuseAlready() {
        // When
        Outlook laidOver =
                Question.about(CLUSTER, KEEP_OUT).without(FactKind.POLICY).answer();
        Outlook refusing = Question.about(CLUSTER, KEEP_OUT)
                .without(FactKind.POLICY)
                .pruning()
                .answer();
        Outlook admitting = Question.about(CLUSTER, policy("p", "{match: {}}"))
                .without(FactKind.POLICY)
                .pruning()
                .answer();

        // Then
        assertThat(laidOver.isUndecided()).isTrue();
        assertThat(refusing.isUndecided()).isTrue();
        assertThat(Question.of(refusing, "daemonset/agent").change().undecided())
                .isEqualTo("today's policies are not known: you may not list tolerationpolicies");
        assertThat(admitting.isUndecided()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = FactKind.class,
            names = {"POD", "DEPLOYMENT", "REPLICA_SET", "STATEFUL_SET", "DAEMON_SET", "JOB", "CRON_JOB"})
    void workloadsThatAreNotKnownCouldBeRefused(FactKind kind) {
        // When
        Outlook outlook =
                Question.about(namespace("shop"), KEEP_OUT).without(kind).answer();

        // Then
        assertThat(outlook.isUndecided()).isTrue();
        assertThat(outlook.unknownKinds()).containsExactly(kind.plural() + ": you may not list " + kind.plural());
    }

    @Test
    void anUnknownRegistrationAndUnknownSettingsAreSaid() {
        // When
        Outlook outlook = Question.about(CLUSTER, KEEP_OUT).answer();

        // Then
        assertThat(outlook.notes())
                .containsExactly(
                        "The settings of the chart's release are not known; today's count as the defaults.",
                        "The webhook's registration is not known; it counts as the one that the chart makes by default.");
    }
}
