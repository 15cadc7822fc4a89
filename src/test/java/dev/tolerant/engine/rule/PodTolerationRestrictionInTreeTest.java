package dev.tolerant.engine.rule;

import static dev.tolerant.engine.policy.NamespaceFactsFixture.aNamespace;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.PodFixture;
import dev.tolerant.engine.pod.Provenance;
import dev.tolerant.engine.pod.ReviewFixture;
import dev.tolerant.engine.pod.ShortResources;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.toleration.ShortToleration;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of PodTolerationRestriction's tests; pods in the cases about seconds already have the API server's entries.
 */
class PodTolerationRestrictionInTreeTest {
    private static final Map<String, String> PODS = Map.of(
            "BE", "empty",
            "BU", "cpu=500m / cpu=1",
            "GU", "cpu=1 / cpu=1");
    private static final Set<String> INJECTED = Set.of("C18", "C19");

    static List<InTreeCase> cases() {
        return InTreeTable.run("pod-toleration-restriction.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPodIsGivenAndAllowedWhatThePluginGivesAndAllows(InTreeCase row) {
        PodFacts pod = PodFixture.aPod()
                .using(ShortResources.list(PODS.getOrDefault(row.cell("pod"), "")))
                .tolerating(list(row.cell("tolerations")))
                .build();
        NamespaceFacts namespace = aNamespace()
                .giving(list(row.cell("gives")))
                .admittingOnly(list(row.cell("whitelist")))
                .build();
        Provenance provenance =
                pod.tolerations().isEmpty() || INJECTED.contains(row.id()) ? Provenance.UNOWNED : Provenance.OWNED;

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod, provenance), namespace, new NamespaceAnnotations(), new MemoryPressure());

        boolean refused = row.expected().equals("refused");
        assertThat(outcome.isRefused()).isEqualTo(refused);
        if (!refused) {
            assertThat(outcome.tolerations()).containsExactlyInAnyOrderElementsOf(list(row.expected()));
        }
    }

    private static List<Toleration> list(String text) {
        return ShortToleration.list(text.replaceAll("\\bT(\\d?)(?=,|$)", "testKey Eq=testValue$1 :NS"));
    }
}
