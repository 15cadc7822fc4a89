package dev.tolerant.server.webhook;

import static dev.tolerant.testing.PodReview.NAMESPACE;
import static dev.tolerant.testing.PodReview.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a policy reserves is given to pods that the guard in the API server would refuse for it. */
class ReservedOffersTest {
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

        WholeProgram.Answer answer = cluster.create(pod(ASKS));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300", "spot");
        assertThat(answer.response().path("warnings"))
                .singleElement()
                .extracting(JsonNode::asText)
                .isEqualTo(
                        "tolerant: TolerationPolicy for-all does not give nvidia.com/gpu=a:NoSchedule: TolerationPolicy gpu-pool does not"
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

        WholeProgram.Answer answer =
                cluster.create(pod(ASKS).in(namespace).by(user, group).runningAs(account));

        assertThat(PolicyCluster.tolerations(answer)).contains("nvidia.com/gpu:NoSchedule");
    }

    @Test
    void withoutAGuardItIsGivenToAll() {
        WholeProgram.Answer answer = PolicyCluster.with(RESERVED)
                .setting("reservations.enabled", "false")
                .create(pod(ASKS));

        assertThat(PolicyCluster.tolerations(answer)).contains("nvidia.com/gpu:NoSchedule");
    }

    @Test
    void aPolicyInAuditReservesNothing() {
        WholeProgram.Answer answer = PolicyCluster.with(RESERVED.replace("  reserve:", "  mode: Audit\n  reserve:"))
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

        WholeProgram.Answer answer = WholeProgram.over(snapshot).ask(pod(ASKS).creation());

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

        WholeProgram.Answer answer = cluster.webhook().ask(Yaml.tree(review));

        assertThat(PolicyCluster.inShort(answer.object().at("/spec/template/spec/tolerations")))
                .containsExactly("spot");
    }

    private static final String RESERVED_POOL = """
            metadata: {name: tenants}
            spec:
              match: {namespaceSelector: {matchLabels: {team: data}}}
              tolerations: [{key: dedicated, value: data, effect: NoSchedule}]
              reserve: {}
            ---
            metadata: {name: pool}
            spec:
              match: {}
              nodes: {selector: {matchLabels: {dedicated: data}}, taintKeys: [dedicated, disk]}
            """;
    private static final String PLAIN = "{spec: {containers: [{name: main}]}}";
    private static final String HALF_OF_IT =
            "TolerationPolicy pool gives neither tolerations nor affinity of its pool: without"
                    + " dedicated=data:NoSchedule the pod could not run there";

    private static PolicyCluster withPool(String policies) {
        return PolicyCluster.with(policies)
                .node(new Node(
                        "d1",
                        Map.of("dedicated", "data"),
                        List.of(
                                new Taint("dedicated", "data", Effect.NO_SCHEDULE),
                                new Taint("disk", "ssd", Effect.NO_SCHEDULE))));
    }

    /** A pod that is kept to nodes whose taints it may not tolerate waits for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "taintKeys: [dedicated, disk]}",
                "affinity: Preferred, taintKeys: [dedicated, disk]}",
                "affinity: None, taintKeys: [dedicated, disk]}",
                // Written by hand, the toleration is the pool's no less.
                "taintKeys: [disk]}\n  tolerations: [{key: dedicated, operator: Exists, effect: NoSchedule}]"
            })
    void ofAPoolThatIsReservedInPartNothingIsGiven(String pool) {
        PolicyCluster cluster = withPool(RESERVED_POOL.replace("taintKeys: [dedicated, disk]}", pool));

        WholeProgram.Answer answer = cluster.create(pod(PLAIN));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@300");
        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isTrue();
        assertThat(PolicyCluster.warnings(answer))
                .hasSize(2)
                .anyMatch(warning -> warning.contains("gives neither tolerations nor affinity of its pool"));
    }

    @Test
    void insideThePoolIsGivenWhole() {
        WholeProgram.Answer answer = withPool(RESERVED_POOL)
                .namespace(NAMESPACE, Map.of("team", "data"))
                .create(pod(PLAIN));

        assertThat(PolicyCluster.tolerations(answer)).contains("dedicated=data:NoSchedule", "disk=ssd:NoSchedule");
        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isFalse();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
    }

    /** Else it would be given because of affinity that the pod does not get. */
    @Test
    void aPolicyThatAsksForTheNodesOfAReservedPoolDoesNotMatch() {
        WholeProgram.Answer answer = withPool(RESERVED_POOL + """
                        ---
                        metadata: {name: follower}
                        spec:
                          match: {nodeSelector: {dedicated: data}}
                          tolerations: [{key: fast, operator: Exists}]
                        """).create(pod(PLAIN));

        assertThat(PolicyCluster.tolerations(answer)).doesNotContain("fast");
    }

    /** Else a plain replace of the pod would be refused by the API. */
    @Test
    void anUpdateRestoresAffinityOfOtherPolicies() {
        PolicyCluster cluster = withPool(RESERVED_POOL + """
                        ---
                        metadata: {name: zone}
                        spec:
                          match: {}
                          requiredNodeAffinity: [{key: zone, operator: In, values: [a]}]
                        """);
        JsonNode stored = cluster.create(pod(PLAIN)).object();

        WholeProgram.Answer answer = cluster.webhook().ask(pod(PLAIN).update(stored));

        assertThat(answer.object().at("/spec/affinity")).isEqualTo(stored.at("/spec/affinity"));
        assertThat(stored.at("/spec/affinity").isMissingNode()).isFalse();
    }

    @Test
    void anotherPolicyStillRequiresTheSameNodes() {
        WholeProgram.Answer answer = withPool(RESERVED_POOL + """
                        ---
                        metadata: {name: zone}
                        spec:
                          match: {}
                          requiredNodeAffinity: [{key: dedicated, operator: In, values: [data]}]
                        """).create(pod(PLAIN));

        assertThat(answer.object().at("/spec/affinity").toString()).contains("\"values\":[\"data\"]");
    }

    @Test
    void whatTheApiServersOwnPluginRefusesHalvesAPoolToo() {
        WholeProgram.Answer answer = withPool(RESERVED_POOL.replace("reserve: {}", ""))
                .setting("rules.namespace-annotations.api-server-enforces", "true")
                .namespace(
                        NAMESPACE,
                        Map.of(),
                        Map.of(
                                "scheduler.alpha.kubernetes.io/tolerationsWhitelist",
                                "[{\"key\": \"disk\", \"operator\": \"Exists\"}, {\"effect\": \"NoExecute\", \"operator\": \"Exists\"}]"))
                .create(pod(PLAIN));

        assertThat(PolicyCluster.tolerations(answer)).noneMatch(each -> each.startsWith("d"));
        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isTrue();
    }

    /** Seen on a real API server: its second pass merges the list, and 5 s become for ever. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                {key: batch, operator: Exists, effect: NoExecute, tolerationSeconds: 5} | {key: batch, operator: Exists} | false
                {key: batch, operator: Exists, effect: NoSchedule}                      | {key: batch, operator: Exists} | true
                {key: batch, value: x, effect: NoExecute}                               | {key: batch, operator: Exists} | true
                {key: batch, value: x, effect: NoExecute, tolerationSeconds: 5}         | {key: batch, value: x}         | true
                {key: batch, operator: Equal, value: x, effect: NoExecute, tolerationSeconds: 5} | {key: batch, value: x} | false
                                                                                        | {operator: Exists}             | true
                {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300} | {operator: Exists} | false
            """)
    void whatWouldHaveTheApiServersOwnPluginDropAnEntryWithOtherSecondsIsWithheld(
            @Nullable String own, String given, boolean isGiven) {
        List<String> steps = PolicyCluster.with(
                        "{metadata: {name: batch}, spec: {match: {}, tolerations: [" + given + "]}}")
                .setting("rules.namespace-annotations.api-server-enforces", "true")
                .steps(pod("{spec: {tolerations: [" + (own == null ? "" : own)
                        + "], containers: [{name: main, resources: {requests: {cpu: 1}}}]}}"));

        assertThat(steps)
                .filteredOn(step -> step.startsWith("policies/batch") && !step.contains(" seconds-set: "))
                .singleElement()
                .asString()
                .contains(isGiven ? " added: " : "the API server's PodTolerationRestriction would drop ");
    }

    /** It merges only the lists to which it adds something. */
    @Test
    void nothingIsWithheldForTheListOfABestEffortPod() {
        List<String> steps = PolicyCluster.with(
                        "{metadata: {name: batch}, spec: {match: {}, tolerations: [{key: batch, operator: Exists}]}}")
                .setting("rules.namespace-annotations.api-server-enforces", "true")
                .steps(pod(
                        "{spec: {tolerations: [{key: batch, operator: Exists, effect: NoExecute, tolerationSeconds: 5}],"
                                + " containers: [{name: main}]}}"));

        assertThat(steps)
                .filteredOn(step -> step.startsWith("policies/batch"))
                .singleElement()
                .asString()
                .contains(" added: ");
    }

    @Test
    void ofAPolicyInAuditThePoolIsWithheldAsWell() {
        List<String> steps = withPool(RESERVED_POOL.replace("name: pool}\nspec:", "name: pool}\nspec:\n  mode: Audit"))
                .steps(pod(PLAIN));

        assertThat(steps)
                .filteredOn(step -> step.startsWith("policies/pool"))
                .containsExactly(
                        "policies/pool audited: would not give dedicated=data:NoSchedule: TolerationPolicy tenants does not let"
                                + " namespace shop tolerate dedicated=data:NoSchedule");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTemplateOfADaemonSetGetsNothingOfAReservedPoolAndNoAdviceToTakeIt(boolean templates) {
        String review = """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "operation": "CREATE",
                 "kind": {"group": "apps", "version": "v1", "kind": "DaemonSet"}, "namespace": "shop",
                 "userInfo": {"username": "jane"},
                 "object": {"metadata": {"name": "agent"}, "spec": {"template": {"spec": {"containers": [{"name": "main"}]}}}}}}
                """;

        WholeProgram.Answer answer = withPool(
                        RESERVED_POOL.replace("  nodes:", "  daemonSetTemplates: " + templates + "\n  nodes:"))
                .webhook()
                .ask(Yaml.tree(review));

        assertThat(answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer))
                .filteredOn(warning -> warning.contains("daemonSetTemplates"))
                .isEmpty();
        assertThat(PolicyCluster.warnings(answer).stream().anyMatch(warning -> warning.endsWith(HALF_OF_IT)))
                .isEqualTo(templates);
    }

    @Test
    void theKeeperGivesAStoredPodNothingOfAReservedPool() {
        var healed = withPool(RESERVED_POOL)
                .heal(pod("{spec: {nodeSelector: {dedicated: data}, containers: [{name: main}]}}")
                        .object());

        assertThat(healed.decision().changes())
                .noneMatch(change -> change.rule().isPolicy());
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
