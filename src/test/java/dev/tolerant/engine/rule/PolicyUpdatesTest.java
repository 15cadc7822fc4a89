package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.aPod;
import static dev.tolerant.testing.PodReview.withAffinity;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates: the program restores exactly what policies gave. */
class PolicyUpdatesTest {
    private static final String POOL = """
            metadata: {name: pool}
            spec:
              mode: %s
              match: {}
              tolerations: [{key: pool, operator: Exists, effect: NoSchedule}]
              requiredNodeAffinity: [{key: pool, operator: Exists}, {key: size, operator: Gt, values: ['4']}]
              nodeFailure: {notReady: 60, unreachable: Never}
            """;
    private static final String TERMS = """
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - {matchExpressions: [{key: zone, operator: In, values: [a]}]}
                - {matchFields: [{key: metadata.name, operator: In, values: [node-1]}]}
                - {}
            podAffinity: {}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"-", "{}", "{podAntiAffinity: {}}", "{nodeAffinity: {}}", TERMS})
    void replacedByItsManifestAPodIsAsItWasStored(String affinity) {
        PodReview pod = affinity.equals("-") ? aPod() : withAffinity(affinity);
        PolicyCluster cluster = PolicyCluster.with(POOL.formatted("Enforce"));
        JsonNode stored = cluster.create(pod).object();

        WholeProgram.Answer answer = cluster.webhook().ask(pod.update(stored));

        assertThat(affinityOf(answer.object())).isEqualTo(affinityOf(stored));
        assertThat(answer.tolerations()).isEqualTo(stored.at("/spec/tolerations"));
    }

    @Test
    void alsoWhenThePolicyOnlyAuditsByNow() {
        JsonNode stored = PolicyCluster.with(POOL.formatted("Enforce"))
                .create(withAffinity(TERMS))
                .object();

        WholeProgram.Answer answer = PolicyCluster.with(POOL.formatted("Audit"))
                .webhook()
                .ask(withAffinity(TERMS).update(stored));

        assertThat(affinityOf(answer.object())).isEqualTo(affinityOf(stored));
        assertThat(answer.tolerations()).isEqualTo(stored.at("/spec/tolerations"));
    }

    @Test
    void alsoWhenThePodHasOptedOutByNow() {
        PolicyCluster cluster = PolicyCluster.with(POOL.formatted("Enforce"));
        JsonNode stored = cluster.create(withAffinity(TERMS)).object();

        WholeProgram.Answer answer = cluster.webhook()
                .ask(withAffinity(TERMS)
                        .labelled("tolerant.dev/inject", "false")
                        .update(stored));

        assertThat(affinityOf(answer.object())).isEqualTo(affinityOf(stored));
        assertThat(answer.tolerations()).isEqualTo(stored.at("/spec/tolerations"));
    }

    @Test
    void alsoWhenOneOfTwoPoliciesOnlyAuditsByNow() {
        String two = POOL.formatted("Enforce") + "---\n" + """
                metadata: {name: spot}
                spec: {mode: %s, match: {}, requiredNodeAffinity: [{key: spot, operator: DoesNotExist}]}
                """;
        JsonNode stored =
                PolicyCluster.with(two.formatted("Enforce")).create(aPod()).object();

        WholeProgram.Answer answer =
                PolicyCluster.with(two.formatted("Audit")).webhook().ask(aPod().update(stored));

        assertThat(affinityOf(answer.object())).isEqualTo(affinityOf(stored));
    }

    @Test
    void anAffinityThatWouldNotBecomeTheStoredOneIsLeftAsItIs() {
        PolicyCluster cluster = PolicyCluster.with(POOL.formatted("Enforce"));
        JsonNode stored = cluster.create(withAffinity(TERMS)).object();

        WholeProgram.Answer otherTerms = cluster.webhook().ask(aPod().update(stored));
        WholeProgram.Answer notByUs =
                cluster.webhook().ask(aPod().update(aPod().creation().at("/request/object")));

        assertThat(otherTerms.object().at("/spec").has("affinity")).isFalse();
        assertThat(notByUs.object().at("/spec").has("affinity")).isFalse();
    }

    @Test
    void anUpdateGivesNothingNew() {
        JsonNode stored = aPod().creation().at("/request/object");

        WholeProgram.Answer answer =
                PolicyCluster.with(POOL.formatted("Enforce")).webhook().ask(aPod().update(stored));

        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(answer.allowed()).isTrue();
    }

    @Test
    void aPoliciesSecondsComeBackAlsoWhenItOnlyAuditsByNow() {
        JsonNode stored =
                PolicyCluster.with(POOL.formatted("Enforce")).create(aPod()).object();

        WholeProgram.Answer answer =
                PolicyCluster.with(POOL.formatted("Audit")).webhook().ask(aPod().update(stored));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute", "pool:NoSchedule");
    }

    private static JsonNode affinityOf(JsonNode object) {
        return object.at("/spec/affinity");
    }
}
