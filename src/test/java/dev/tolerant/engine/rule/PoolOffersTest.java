package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram.Answer;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pods get by the nodes of a pool, and policies that match by the nodes that a pod asks for. */
class PoolOffersTest {
    private static final String REQUIRED =
            "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms";
    private static final String PREFERRED =
            "/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution";

    private static PolicyCluster cluster(String policies) {
        return PolicyCluster.with(policies)
                .node(new Node(
                        "ml-1", Map.of("pool", "ml"), List.of(new Taint("dedicated", "ml", Effect.NO_SCHEDULE))));
    }

    @Test
    void aPodToleratesTheTaintsOfItsPoolAndStaysThere() {
        Answer answer = cluster("""
                        metadata: {name: ml}
                        spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}}
                        """).create(PodReview.aPod());

        assertThat(PolicyCluster.tolerations(answer)).contains("dedicated=ml:NoSchedule");
        assertThat(answer.object().at(REQUIRED))
                .isEqualTo(Yaml.tree("[{matchExpressions: [{key: pool, operator: In, values: [ml]}]}]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                                          | 1",
                "{affinity: {}}                                                              | 1",
                "{affinity: {nodeAffinity: {}}}                                              | 1",
                "{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}}   | 1",
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: a, operator: Exists}]}]}}}}           | 1",
                "{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 9, preference:"
                        + " {matchExpressions: [{key: a, operator: Exists}]}}]}}}            | 2",
                "{affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 50, preference:"
                        + " {matchExpressions: [{key: pool, operator: In, values: [ml]}]}}]}}} | 1",
            })
    void aPodThatShouldPrefersItsPoolHoweverMuchAffinityItHas(String spec, int preferences) {
        PolicyCluster cluster = cluster("""
                metadata: {name: ml}
                spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated], affinity: Preferred}}
                """);
        PodReview pod = PodReview.pod("spec: " + spec);

        Answer answer = cluster.create(pod);

        JsonNode preferred = answer.object().at(PREFERRED);
        assertThat(preferred).hasSize(preferences);
        assertThat(preferred.get(preferences - 1))
                .isEqualTo(Yaml.tree(
                        "{weight: 50, preference: {matchExpressions: [{key: pool, operator: In, values: [ml]}]}}"));
        assertThat(cluster.webhook().ask(pod.with(answer.object())).patch()).isEmpty();
    }

    @Test
    void bothKindsOfAffinityGoIntoOnePatch() {
        Answer answer = cluster("""
                        metadata: {name: ml}
                        spec:
                          match: {}
                          requiredNodeAffinity: [{key: a, operator: Exists}]
                          preferredNodeAffinity: [{weight: 5, key: b, operator: Exists}]
                        """).create(PodReview.aPod());

        assertThat(answer.object().at(REQUIRED)).hasSize(1);
        assertThat(answer.object().at(PREFERRED)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{nodeSelector: {kubernetes.io/arch: arm64}} | true",
                "{nodeSelector: {kubernetes.io/arch: amd64}} | false",
                "{}                                          | false",
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [arm64]}]}]}}}} | true",
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [arm64, amd64]}]}]}}}} |"
                        + " false",
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [arm64]}]},"
                        + " {matchExpressions: [{key: a, operator: Exists}]}]}}}} | false",
            })
    void aPolicyCanMatchByTheNodesThatThePodAsksFor(String spec, boolean matches) {
        Answer answer = cluster("""
                        metadata: {name: arm}
                        spec:
                          match: {nodeSelector: {kubernetes.io/arch: arm64}}
                          tolerations: [{key: arch, operator: Exists, effect: NoSchedule}]
                        """).create(PodReview.pod("spec: " + spec));

        assertThat(PolicyCluster.tolerations(answer).contains("arch:NoSchedule"))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {os: {name: windows}}                                         | true
                    {os: {name: linux}}                                           | false
                    {nodeSelector: {kubernetes.io/os: windows}}                   | true
                    {os: {name: linux}, nodeSelector: {kubernetes.io/os: windows}} | false
                    {}                                                            | false
                    """)
    void aPolicyCanMatchByTheOperatingSystem(String spec, boolean matches) {
        Answer answer = cluster("""
                        metadata: {name: windows}
                        spec: {match: {os: windows}, tolerations: [{key: os, operator: Exists, effect: NoSchedule}]}
                        """).create(PodReview.pod("spec: " + spec));

        assertThat(PolicyCluster.tolerations(answer).contains("os:NoSchedule")).isEqualTo(matches);
    }

    @Test
    void whatOnePolicyAddsMakesAnotherMatchAtOnce() {
        PolicyCluster cluster = cluster("""
                metadata: {name: first}
                spec: {match: {}, requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]}
                ---
                metadata: {name: second}
                spec:
                  match: {nodeSelector: {pool: ml}}
                  requiredNodeAffinity: [{key: zone, operator: In, values: [a]}]
                ---
                metadata: {name: third}
                spec: {match: {nodeSelector: {zone: a}}, tolerations: [{key: third, operator: Exists}]}
                """);

        Answer answer = cluster.create(PodReview.aPod());

        assertThat(PolicyCluster.tolerations(answer)).contains("third");
        assertThat(cluster.webhook().ask(PodReview.aPod().with(answer.object())).patch())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [{podSelector: {matchLabels: {pool: none}}}]                           | false
                    [{podSelector: {matchLabels: {pool: other}}}]                          | true
                    [{podSelector: {matchLabels: {pool: other}}}, {priorityClassNames: [batch]}] | false
                    [{podSelector: {matchLabels: {pool: none}}, priorityClassNames: [x]}]  | true
                    """)
    void anExcludedPodDoesNotMatch(String exclude, boolean matches) {
        PodReview pod = PodReview.pod("{metadata: {labels: {pool: none}}, spec: {priorityClassName: batch}}");

        Answer answer = cluster("{metadata: {name: p}, spec: {match: {exclude: " + exclude
                        + "}, tolerations: [{key: pool, operator: Exists}]}}")
                .create(pod);

        assertThat(PolicyCluster.tolerations(answer).contains("pool")).isEqualTo(matches);
    }
}
