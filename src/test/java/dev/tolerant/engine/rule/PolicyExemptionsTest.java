package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom restrictions exempt, and which tolerations they never apply to. */
class PolicyExemptionsTest {
    private static final String KEEP_OUT = """
            metadata: {name: keep-out}
            spec:
              match: {}
              restrict:
                deny: [{key: pool}]
                exempt: {groups: [admins], users: [root], serviceAccounts: [ml/trainer, shop/default]}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jane | staff  | false",
                "jane | admins | true",
                "root | staff  | true",
                "admins | root | false",
                "Root | Admins | false",
            })
    void exemptUsersAndGroupsAreThoseOfTheCreator(String user, String group, boolean allowed) {
        assertThat(PolicyCluster.with(KEEP_OUT)
                        .create(forbidden().in("web").by(user, "system:authenticated", group))
                        .allowed())
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ml   | trainer | true",
                "ml   | other   | false",
                "ml   | default | false",
                "web  | trainer | false",
                "shop | default | true",
                "shop | ''      | true",
                "ml   | ''      | false",
            })
    void exemptServiceAccountsAreThePodsOwn(String namespace, String account, boolean allowed) {
        // Given
        PodReview pod = forbidden().in(namespace);

        // Then
        assertThat(PolicyCluster.with(KEEP_OUT)
                        .create(account.isEmpty() ? pod : pod.runningAs(account))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void theCreatorsServiceAccountIsAUserAndNotThePods() {
        assertThat(PolicyCluster.with(KEEP_OUT)
                        .create(forbidden().in("web").by("system:serviceaccount:ml:trainer", "system:serviceaccounts"))
                        .allowed())
                .isFalse();
    }

    @Test
    void withoutAUserNobodyIsExempt() {
        // Given
        ObjectNode review = forbidden().in("web").creation();
        ((ObjectNode) review.get("request")).remove("userInfo");

        // Then
        assertThat(PolicyCluster.with(KEEP_OUT).webhook().ask(review).allowed()).isFalse();
    }

    @Test
    void nobodyIsExemptByDefault() {
        assertThat(PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, restrict: {deny: [{key: pool}]}}}")
                        .create(forbidden().in("web").by("kubernetes-admin", "system:masters"))
                        .allowed())
                .isFalse();
    }

    @Test
    void anExemptionIsOfOnePolicyAlone() {
        // Given
        PolicyCluster cluster = PolicyCluster.with(KEEP_OUT + "---\n" + """
                {metadata: {name: second}, spec: {match: {}, restrict: {deny: [{key: pool}]}}}
                """);

        // Then
        assertThat(cluster.create(forbidden().by("root"))
                        .response()
                        .at("/status/message")
                        .asText())
                .startsWith("TolerationPolicy second denies");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: pool, operator: Equal, value: ml, effect: NoSchedule}    | true",
                // An omitted operator is Equal.
                "{key: pool, value: ml, effect: NoSchedule}                     | true",
                "{key: pool, operator: Equal, value: ml}                        | false",
                "{key: pool, operator: Exists, effect: NoSchedule}              | false",
                "{key: pool, operator: Equal, value: web, effect: NoSchedule}   | false",
            })
    void whatAPolicyGivesIsExemptWhoeverWroteIt(String toleration, boolean allowed) {
        // Given
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: keep-out}
                spec: {priority: 100, match: {}, restrict: {deny: [{key: pool}]}}
                ---
                metadata: {name: ml-pool}
                spec:
                  match: {podSelector: {matchLabels: {team: ml}}}
                  tolerations: [{key: pool, operator: Equal, value: ml, effect: NoSchedule}]
                """);
        PodReview pod = tolerating("[" + toleration + "]");

        // Then
        assertThat(cluster.create(pod).allowed()).isFalse();
        assertThat(cluster.create(pod.labelled("team", "ml")).allowed()).isEqualTo(allowed);
    }

    @Test
    void whatTheBuiltInRulesGiveNeedsNoEntryOfAllow() {
        // Given
        PolicyCluster cluster =
                PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, restrict: {allow: [{key: spot}]}}}");
        String toleration = "tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]";

        // Then
        assertThat(cluster.create(PodReview.pod(
                                "spec: {" + toleration + ", containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]}"))
                        .allowed())
                .isTrue();
        assertThat(cluster.create(PodReview.pod("spec: {" + toleration + "}")).allowed())
                .isFalse();
    }

    @Test
    void whatNobodyOwnsIsDeniedButNeedsNoEntryOfAllow() {
        // Given
        PolicyCluster allowing =
                PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, restrict: {allow: [{key: spot}]}}}");
        // A RuntimeClass added the toleration, so no manager owns it.
        ObjectNode review = PodReview.aPod().in("web").creation();
        ((ArrayNode) review.at("/request/object/spec/tolerations"))
                .insertObject(0)
                .put("key", "pool")
                .put("operator", "Exists");
        ObjectNode unreadable = review.deepCopy();
        ((ObjectNode) unreadable.at("/request/object/metadata")).set("managedFields", PodReview.yaml("[{}]"));

        // Then
        assertThat(allowing.webhook().ask(review).allowed()).isTrue();
        assertThat(allowing.webhook().ask(unreadable).allowed()).isFalse();
        assertThat(PolicyCluster.with(KEEP_OUT).webhook().ask(review).allowed()).isFalse();
    }

    @Test
    void theDaemonSetControllersEntriesAreExemptOnlyWithItsOwnShape() {
        // Given
        PolicyCluster cluster =
                PolicyCluster.with("{metadata: {name: p}, spec: {match: {}, restrict: {allow: [{key: spot}]}}}");
        String pod = """
                metadata: {ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, controller: true}]}
                spec:
                  tolerations:
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute}
                  - {key: node.kubernetes.io/disk-pressure, operator: Exists, effect: %s}
                """;

        // When
        JsonNode own = byController(PodReview.pod(pod.formatted("NoSchedule")));
        JsonNode wider = byController(PodReview.pod(pod.formatted("NoExecute")));
        JsonNode forged = PodReview.pod(pod.formatted("NoSchedule")).creation();

        // Then
        assertThat(cluster.webhook().ask(own).allowed()).isTrue();
        assertThat(cluster.webhook().ask(wider).allowed()).isFalse();
        assertThat(cluster.webhook().ask(forged).allowed()).isFalse();
    }

    private static JsonNode byController(PodReview pod) {
        return pod.by("system:serviceaccount:kube-system:daemon-set-controller").creation();
    }

    private static PodReview forbidden() {
        return tolerating("[{key: pool, operator: Exists}]");
    }
}
