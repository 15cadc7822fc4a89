package dev.tolerant.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies that dedicate a pool only halfway. */
class HalfDedicatedTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: dedicated, operator: Exists} | {key: dedicated, operator: Exists}",
                "{key: dedicated, value: ml} | {key: dedicated, operator: In, values: [ml]}",
                // The policy tolerates every taint, including the pool's.
                "{operator: Exists} | {key: dedicated, operator: Exists}",
                // Kubernetes' own keys do not name a pool.
                "{key: node.kubernetes.io/not-ready, operator: Exists} | {key: kubernetes.io/arch, operator: Exists}",
                // The label that chooses the nodes may have another key than their taint.
                "{key: dedicated, operator: Exists} | {key: example.com/pool, operator: In, values: [ml]}",
                "{key: arch, value: arm64} | {key: kubernetes.io/arch, operator: In, values: [arm64]}",
            })
    void bothSidesOfAPoolAreNoMatter(String toleration, String requirement) {
        assertThat(HalfDedicated.of(policy(toleration, requirement))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: dedicated, operator: Exists} | '' | pods tolerate the taint dedicated but may run on other"
                        + " nodes: add the nodes' label to spec.requiredNodeAffinity, or to"
                        + " spec.preferredNodeAffinity if a preference is enough",
                "'' | {key: dedicated, operator: Exists} | pods require nodes with dedicated but do not tolerate any"
                        + " taint that keeps other pods away from them: add the nodes' taint to spec.tolerations, or"
                        + " select the nodes in spec.nodes instead",
                "{key: node.kubernetes.io/not-ready, operator: Exists} | {key: dedicated, operator: Exists} | pods"
                        + " require nodes with dedicated but do not tolerate any taint that keeps other pods away from"
                        + " them: add the nodes' taint to spec.tolerations, or select the nodes in spec.nodes instead",
            })
    void oneSideAloneIsSaid(String toleration, String requirement, String message) {
        assertThat(HalfDedicated.of(policy(toleration, requirement))).contains(message);
    }

    @Test
    void aPreferenceIsEnough() {
        assertThat(
                        HalfDedicated.of(
                                PolicyFixture.of(
                                        "{metadata: {name: p}, spec: {match: {}, tolerations: [{key: spot, operator: Exists}],"
                                                + " preferredNodeAffinity: [{weight: 50, key: lifecycle, operator: In, values: [spot]}]}}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Required, true", "Preferred, true", "None, false"})
    void ofAPoolThatItsNodesDescribeBothSidesAreKnown(String affinity, boolean whole) {
        // Given
        Policy policy =
                PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, nodes: {selector: {matchLabels: {pool:"
                        + " ml}}, affinity: " + affinity + "}}}");

        // When
        Policy tainted = policy.overPool(List.of(new Taint("dedicated", "ml", Effect.NO_SCHEDULE)));

        // Then
        assertThat(HalfDedicated.of(policy)).isEmpty();
        assertThat(HalfDedicated.of(tainted))
                .isEqualTo(
                        whole
                                ? Optional.empty()
                                : Optional.of(
                                        "pods tolerate the taint dedicated but may run on other nodes: set"
                                                + " spec.nodes.affinity to Required, or to Preferred if a preference is enough"));
    }

    private static Policy policy(String toleration, String requirement) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, tolerations: [" + toleration
                + "], requiredNodeAffinity: [" + requirement + "]}}");
    }
}
