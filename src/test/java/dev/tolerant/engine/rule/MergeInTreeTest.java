package dev.tolerant.engine.rule;

import static dev.tolerant.engine.policy.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.engine.toleration.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.PodFixture;
import dev.tolerant.engine.pod.ReviewFixture;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the in-tree tests of MergeTolerations: a pod's own list and its namespace's defaults. */
class MergeInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("merge.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theNamespacesEntriesFollowThePodsOwn(InTreeCase row) {
        PodFacts pod = PodFixture.aPod().tolerating(list(row.cell("first"))).build();

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod),
                aNamespace().giving(list(row.cell("second"))).build(),
                new NamespaceAnnotations());

        assertThat(outcome.tolerations()).isEqualTo(list(row.expected()));
    }
}
