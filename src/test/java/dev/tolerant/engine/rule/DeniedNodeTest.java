package dev.tolerant.engine.rule;

import static dev.tolerant.engine.rule.DenyTest.KEEP_OUT;
import static dev.tolerant.engine.rule.DenyTest.POOL;
import static dev.tolerant.engine.rule.DenyTest.cluster;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods whose node is chosen already: by spec.nodeName, or by the DaemonSet controller. */
class DeniedNodeTest {
    private static final String CONTROLLER = "system:serviceaccount:kube-system:daemon-set-controller";
    private static final String OWNED = "{ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, controller: true}]}";

    private static String message(Answer answer) {
        return answer.response().at("/status/message").asText();
    }

    private static Node node(String name, String pool, String taint) {
        return new Node(name, Map.of("pool", pool), List.of(new Taint("example.com/pool", taint, Effect.NO_SCHEDULE)));
    }

    @ParameterizedTest
    @CsvSource({
        "ml-1, shop, false",
        "ml-1, ml, true",
        "web-1, shop, true",
        "cordoned, shop, true",
        "unknown, shop, false",
        "unknown, ml, false",
        "other-1, ml, false",
    })
    void aPodThatNamesItsNodeNeedsWhatTheSchedulerWouldAskFor(String node, String namespace, boolean allowed) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT + POOL)
                .node("ml-1", new Taint("example.com/pool", "ml", Effect.NO_SCHEDULE))
                .node("other-1", new Taint("example.com/pool", "other", Effect.NO_SCHEDULE))
                .node("web-1")
                .node("cordoned", Taint.of("node.kubernetes.io/unschedulable", Effect.NO_SCHEDULE));
        PodReview pod = PodReview.pod("spec: {nodeName: " + node + "}").in(namespace);

        // Then
        assertThat(cluster.create(pod).allowed()).isEqualTo(allowed);
        assertThat(cluster.webhook().judge(pod.creation()).allowed() || namespace.equals("ml"))
                .isEqualTo(allowed || namespace.equals("ml"));
    }

    @Test
    void theRefusalOfANodeNamesTheWayOut() {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT).node("ml-1", new Taint("example.com/pool", "ml", Effect.NO_SCHEDULE));

        // Then
        assertThat(message(cluster.create(PodReview.pod("spec: {nodeName: ml-1}"))))
                .isEqualTo(
                        "TolerationPolicy keep-out does not let pods name a node with taint example.com/pool:NoSchedule,"
                                + " and spec.nodeName is 'ml-1', which has it; remove spec.nodeName and let the scheduler choose,"
                                + " or ask for an exemption in the policy's restrict.exempt");
    }

    @Test
    void aDenyOfNoExecuteAloneDoesNotConcernTheNode() {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT.replace("NoSchedule", "NoExecute"));

        // Then
        assertThat(cluster.create(PodReview.pod("spec: {nodeName: unknown}")).allowed())
                .isTrue();
    }

    @Test
    void anUpdateMayKeepTheNode() {
        // Given
        JsonNode stored = PodReview.pod("spec: {nodeName: ml-1}").creation().at("/request/object");

        // Then
        assertThat(cluster(KEEP_OUT)
                        .webhook()
                        .judge(PodReview.pod("spec: {nodeName: ml-1}").update(stored))
                        .allowed())
                .isTrue();
    }

    @Test
    void aFinishedPodThatNamesItsNodeRunsOnTheNodesOfItsGiver() {
        // Given
        PolicyCluster cluster =
                cluster(KEEP_OUT + POOL).node(node("ml-1", "ml", "ml")).node(node("web-1", "web", "ml"));

        // Then
        assertThat(cluster.webhook()
                        .judge(PodReview.pod("spec: {nodeName: ml-1}").in("ml").creation())
                        .allowed())
                .isTrue();
        assertThat(cluster.webhook()
                        .judge(PodReview.pod("spec: {nodeName: web-1}").in("ml").creation())
                        .allowed())
                .isFalse();
    }

    /** The controller takes a template's affinity away, so only the node can tell whose the pod is. */
    @ParameterizedTest
    @CsvSource({
        "ml-1, '{key: example.com/pool, operator: Exists, effect: NoSchedule}', true",
        "web-1, '{key: example.com/pool, operator: Exists, effect: NoSchedule}', false",
        "ml-1, '{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}', true",
        "web-1, '{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}', true",
        "unknown, '{key: example.com/pool, operator: Exists, effect: NoSchedule}', false",
        "unknown, '{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}', false",
        "free, '{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}', true",
        "other-1, '{key: example.com/pool, operator: Equal, value: ml, effect: NoSchedule}', false",
    })
    void aPodOfADaemonSetIsJudgedByTheNodeThatItsControllerChose(String node, String toleration, boolean allowed) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT + POOL)
                .node(node("ml-1", "ml", "ml"))
                .node(node("web-1", "web", "web"))
                .node("free")
                .node(node("other-1", "other", "ml"));
        PodReview pod =
                PodReview.pod("""
                        metadata: %s
                        spec:
                          tolerations: [%s]
                          containers: [{resources: {limits: {example.com/pool: 0}}}]
                          affinity:
                            nodeAffinity:
                              requiredDuringSchedulingIgnoredDuringExecution:
                                nodeSelectorTerms:
                                - matchFields: [{key: metadata.name, operator: In, values: [%s]}]
                        """.formatted(OWNED, toleration, node)).in("ml").by(CONTROLLER);

        // Then
        assertThat(cluster.webhook().judge(pod.creation()).allowed()).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ml-1", "web-1", "free"})
    void whatTheMutatingWebhookGivesAPodOfADaemonSetPasses(String node) {
        // Given
        PolicyCluster cluster = cluster(KEEP_OUT + POOL)
                .node(node("ml-1", "ml", "ml"))
                .node(node("web-1", "web", "web"))
                .node("free");
        PodReview pod = PodReview.pod("""
                        metadata: %s
                        spec:
                          affinity:
                            nodeAffinity:
                              requiredDuringSchedulingIgnoredDuringExecution:
                                nodeSelectorTerms:
                                - matchFields: [{key: metadata.name, operator: In, values: [%s]}]
                        """.formatted(OWNED, node)).in("ml").by(CONTROLLER);

        // When
        Answer given = cluster.create(pod);

        // Then
        assertThat(PolicyCluster.tolerations(given)).contains("example.com/pool=ml:NoSchedule");
        assertThat(cluster.webhook().judge(pod.with(given.object())).allowed()).isTrue();
    }

    @Test
    void podsOfDaemonSetsGetNoAffinity() {
        // Given
        PodReview pod = PodReview.pod("""
                        metadata: {ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: x, controller: true}]}
                        spec: {}
                        """).in("ml");

        // When
        Answer ofController =
                cluster(KEEP_OUT + POOL).create(pod.by("system:serviceaccount:kube-system:daemon-set-controller"));
        Answer forged = cluster(KEEP_OUT + POOL).create(pod.by("jane"));

        // Then
        assertThat(PolicyCluster.tolerations(ofController)).contains("example.com/pool=ml:NoSchedule");
        assertThat(ofController.object().at("/spec/affinity").isMissingNode()).isTrue();
        assertThat(cluster(KEEP_OUT + POOL)
                        .webhook()
                        .judge(pod.by("system:serviceaccount:kube-system:daemon-set-controller")
                                .with(ofController.object()))
                        .allowed())
                .isTrue();
        assertThat(forged.object().at("/spec/affinity").isMissingNode()).isFalse();
    }
}
