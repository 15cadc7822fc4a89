package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods of kube-system, which get tolerations if the registration sends them, and to which neither whitelists nor reservations apply. */
class KubeSystemTest {
    private static final String RESERVING = """
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              reserve: {taints: [{key: example.com/pool}]}
            """;
    private static final String WHITELIST = "[{\"key\":\"spot\"}]";

    private static PolicyCluster cluster(String namespace) {
        return PolicyCluster.with(RESERVING)
                .setting("rules.node-failure.not-ready", "30")
                .setting("rules.node-failure.unreachable", "30")
                .namespace(namespace, Map.of(), Map.of(NamespaceFacts.TOLERATIONS_WHITELIST, WHITELIST));
    }

    @ParameterizedTest
    @CsvSource({"kube-system, true", "shop, false"})
    void noWhitelistRefusesThem(String namespace, boolean allowed) {
        PodReview notListed = tolerating("[{key: gpu, operator: Exists}]").in(namespace);

        PolicyCluster cluster = cluster(namespace);

        assertThat(cluster.create(notListed).allowed()).isEqualTo(allowed);
        assertThat(cluster.webhook()
                        .ask(notListed.update(PodReview.aPod().object()))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void theyGetTheSecondsAndTolerationsOfTheRules() {
        PodReview dns = PodReview.pod("""
                spec:
                  containers: [{resources: {limits: {example.com/pool: 1}}}]
                """).in("kube-system");

        Answer answer = cluster("kube-system").create(dns);

        assertThat(PolicyCluster.tolerations(answer))
                .contains("not-ready:NoExecute@30", "unreachable:NoExecute@30", "example.com/pool:NoSchedule");
        assertThat(cluster("kube-system").steps(dns)).noneMatch(step -> step.contains("withheld"));
    }
}
