package dev.tolerant.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

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
            })
    void bothSidesOfAPoolAreNoMatter(String toleration, String requirement) {
        assertThat(HalfDedicated.of(policy(toleration, requirement))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: dedicated, operator: Exists} | '' | pods tolerate the taint dedicated but may run on other"
                        + " nodes: add dedicated to spec.requiredNodeAffinity",
                "'' | {key: dedicated, operator: Exists} | pods require nodes with dedicated but do not tolerate a"
                        + " taint with that key: add dedicated to spec.tolerations",
                "{key: spot, operator: Exists} | {key: dedicated, operator: Exists} | pods tolerate the taint spot but"
                        + " may run on other nodes: add spot to spec.requiredNodeAffinity",
            })
    void oneSideAloneIsSaid(String toleration, String requirement, String message) {
        assertThat(HalfDedicated.of(policy(toleration, requirement))).contains(message);
    }

    private static Policy policy(String toleration, String requirement) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, tolerations: [" + toleration
                + "], requiredNodeAffinity: [" + requirement + "]}}");
    }
}
