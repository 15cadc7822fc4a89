package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.PolicyCluster;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.server.webhook.Webhook.Answer;
import dev.tolerant.setup.EngineFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods of kube-system, which get tolerations if the registration sends them, and which no restriction keeps out. */
class KubeSystemTest {
    private static final String EXISTS = "[{key: example.com/pool, operator: Exists, effect: NoSchedule}]";
    private static final String WHITELIST = "[{\"key\":\"spot\"}]";

    private static PolicyCluster cluster(String namespace) {
        return PolicyCluster.with(DenyTest.KEEP_OUT)
                .setting("rules.node-failure.not-ready", "30")
                .setting("rules.node-failure.unreachable", "30")
                .namespace(namespace, Map.of(), Map.of(NamespaceFacts.TOLERATIONS_WHITELIST, WHITELIST));
    }

    @ParameterizedTest
    @CsvSource({"kube-system, true", "shop, false"})
    void neitherADenialNorAWhitelistRefusesThem(String namespace, boolean allowed) {
        // Given
        PodReview denied = tolerating(EXISTS).in(namespace);
        PodReview notListed = tolerating("[{key: gpu, operator: Exists}]").in(namespace);

        // When
        PolicyCluster cluster = cluster(namespace);

        // Then
        assertThat(cluster.create(denied).allowed()).isEqualTo(allowed);
        assertThat(cluster.create(notListed).allowed()).isEqualTo(allowed);
        assertThat(cluster.webhook().judge(denied.creation()).allowed()).isEqualTo(allowed);
        assertThat(cluster.webhook()
                        .ask(denied.update(PodReview.aPod().object()))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void theyGetTheSecondsAndTolerationsOfTheRules() {
        // Given
        PodReview dns = PodReview.pod("""
                spec:
                  containers: [{resources: {limits: {example.com/pool: 1}}}]
                """).in("kube-system");

        // When
        Answer answer = cluster("kube-system").create(dns);

        // Then
        assertThat(PolicyCluster.tolerations(answer))
                .contains("not-ready:NoExecute@30", "unreachable:NoExecute@30", "example.com/pool:NoSchedule");
        assertThat(cluster("kube-system").steps(dns)).noneMatch(step -> step.contains("withheld"));
    }

    @Test
    void aModeThatOnlyReportsReportsNothingThere() {
        // Given
        String audit = DenyTest.KEEP_OUT.replace("match: {},", "mode: Warn, match: {},");

        // When
        Answer there = PolicyCluster.with(audit).create(tolerating(EXISTS).in("kube-system"));
        Answer elsewhere = PolicyCluster.with(audit).create(tolerating(EXISTS));

        // Then
        assertThat(PolicyCluster.warnings(there)).isEmpty();
        assertThat(PolicyCluster.warnings(elsewhere)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"kube-system, true", "shop, false"})
    void aPodIsJudgedBeforeTheNamespaceIsKnown(String namespace, boolean judged) throws Exception {
        // Given
        Engine engine = EngineFactory.of(Webhook.config(Map.of()));
        Snapshot snapshot = PolicyFixture.snapshot(PolicySet.of(PolicyFixture.all(DenyTest.KEEP_OUT)));
        byte[] review =
                Webhook.JSON.writeValueAsBytes(tolerating(EXISTS).in(namespace).creation());

        // When
        AdmissionResponse response =
                engine.validate((Decidable) Engine.read(review), snapshot, NamespaceFacts.unknown(namespace));

        // Then
        assertThat(response.unjudged()).isEqualTo(!judged);
        assertThat(response.decision().refusal()).isEmpty();
    }

    @Test
    void aMalformedPodThereIsNeverLeftUnjudged() {
        // Given
        String malformed = """
                {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "1",
                "kind": {"group": "", "version": "v1", "kind": "Pod"}, "operation": "CREATE", "namespace": "kube-system",
                "object": {"metadata": {"name": "a"}, "spec": {"tolerations": 7}}}}
                """;

        // When
        Answer answer = cluster("kube-system").webhook().judge(PodReview.yaml(malformed));

        // Then
        assertThat(answer.allowed()).isTrue();
    }
}
