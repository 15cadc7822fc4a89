package dev.tolerant.server.webhook;

import static dev.tolerant.server.webhook.PodReview.NAMESPACE;
import static dev.tolerant.server.webhook.PodReview.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.server.cluster.CurrentSnapshot;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing that a policy reserves is given to pods that the guard in the API server would refuse for it. */
class WithholdingTest {
    private static final String RESERVED = """
            metadata: {name: gpu-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
              reserve:
                exempt: {namespaces: [monitoring], serviceAccounts: [shop/agent], users: [root], groups: [admins]}
            ---
            metadata: {name: for-all}
            spec:
              match: {}
              tolerations: [{key: spot, operator: Exists}, {key: nvidia.com/gpu, operator: Equal, value: a, effect: NoSchedule}]
            """;
    private static final String ASKS = "{spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}}";

    @Test
    void outsideNoRuleGivesIt() {
        PolicyCluster cluster = PolicyCluster.with(RESERVED)
                .namespace(
                        NAMESPACE,
                        Map.of("team", "web"),
                        Map.of("scheduler.alpha.kubernetes.io/defaultTolerations", "[{\"operator\": \"Exists\"}]"));

        Webhook.Answer answer = cluster.create(pod(ASKS));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300", "spot");
        assertThat(answer.response().path("warnings"))
                .singleElement()
                .extracting(JsonNode::asText)
                .isEqualTo(
                        "tolerant: policies/for-all does not give nvidia.com/gpu=a:NoSchedule: TolerationPolicy gpu-pool does not"
                                + " let namespace shop tolerate nvidia.com/gpu:NoSchedule");
        assertThat(cluster.steps(pod(ASKS)))
                .contains(
                        "policies/for-all withheld: does not give nvidia.com/gpu=a:NoSchedule: TolerationPolicy gpu-pool does not"
                                + " let namespace shop tolerate nvidia.com/gpu:NoSchedule")
                .filteredOn(step -> step.contains("withheld"))
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "shop, jane, users, '', ml",
        "monitoring, jane, users, '', web",
        "shop, jane, users, agent, web",
        "shop, root, users, '', web",
        "shop, jane, admins, '', web",
        "kube-system, jane, users, '', web",
        "tolerant-system, jane, users, '', web"
    })
    void insideAndForWhoIsExemptItIsGiven(String namespace, String user, String group, String account, String team) {
        PolicyCluster cluster = PolicyCluster.with(RESERVED)
                .setting("reservations.exempt-namespaces", "tolerant-system")
                .namespace(namespace, Map.of("team", team));

        Webhook.Answer answer =
                cluster.create(pod(ASKS).in(namespace).by(user, group).runningAs(account));

        assertThat(PolicyCluster.tolerations(answer)).contains("nvidia.com/gpu:NoSchedule");
    }

    @Test
    void withoutAGuardItIsGivenToAll() {
        Webhook.Answer answer = PolicyCluster.with(RESERVED)
                .setting("reservations.enabled", "false")
                .create(pod(ASKS));

        assertThat(PolicyCluster.tolerations(answer)).contains("nvidia.com/gpu:NoSchedule");
    }

    @Test
    void aPolicyInAuditReservesNothing() {
        Webhook.Answer answer = PolicyCluster.with(RESERVED.replace("  reserve:", "  mode: Audit\n  reserve:"))
                .create(pod(ASKS));

        assertThat(PolicyCluster.tolerations(answer)).contains("nvidia.com/gpu:NoSchedule");
    }

    @Test
    void whatIsStoredIsWithheldWhilePoliciesAreAheadOfIt() {
        Reservations stored = PolicySet.of(PolicyCluster.with(RESERVED).policies())
                .reservations()
                .reservations();
        CurrentSnapshot snapshot = new CurrentSnapshot();
        snapshot.set(Snapshot.EMPTY.with(stored));

        Webhook.Answer answer = Webhook.over(snapshot).ask(pod(ASKS).creation());

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300");
    }

    @Test
    void theTemplateOfADaemonSetOutsideGetsNothingReservedWhoeverCreatesIt() {
        PolicyCluster cluster =
                PolicyCluster.with(RESERVED.replace("match: {}", "match: {}\n  daemonSetTemplates: true"));
        String review = """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "operation": "CREATE",
                 "kind": {"group": "apps", "version": "v1", "kind": "DaemonSet"}, "namespace": "shop",
                 "userInfo": {"username": "root", "groups": ["admins"]},
                 "object": {"metadata": {"name": "agent"}, "spec": {"template": {"spec": {"containers": [{"name": "main"}]}}}}}}
                """;

        Webhook.Answer answer = cluster.webhook().ask(PodReview.yaml(review));

        assertThat(PolicyCluster.inShort(answer.object().at("/spec/template/spec/tolerations")))
                .containsExactly("spot");
    }

    @Test
    void theKeeperGivesAStoredPodNothingReserved() {
        var healed = PolicyCluster.with(RESERVED).heal(pod(ASKS).object());

        assertThat(healed.decision().steps())
                .filteredOn(step -> step.code().equals("withheld"))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(healed.decision().changes())
                .noneMatch(change -> change.toString().contains("nvidia.com/gpu"));
    }
}
