package dev.tolerant.engine.rule;

import static dev.tolerant.engine.policy.NamespaceFactsFixture.aNamespace;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.pod.PodFixture;
import dev.tolerant.engine.pod.ReviewFixture;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.toleration.RandomTolerations;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import dev.tolerant.promise.ManyTrials;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The properties that the in-tree fuzz test of MergeTolerations checks. */
class MergeCoverageInTreeTest {
    private static final int TRIALS = 200;

    @Test
    void theTableHasThesePropertiesAlone() {
        assertThat(InTreeTable.run("merge-properties.txt"))
                .extracting(InTreeCase::id)
                .containsExactly("D4.1", "D4.2");
    }

    @ManyTrials
    void eachEntryOfBothListsIsCoveredByTheResult(long seed) {
        RandomTolerations random = new RandomTolerations(seed);

        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> own = random.nextList();
            List<Toleration> given = random.nextList();

            DecidedPod outcome = DecidedPod.of(
                    ReviewFixture.creationOf(PodFixture.aPod().tolerating(own).build()),
                    aNamespace().giving(given).build(),
                    new NamespaceAnnotations());

            assertThat(Stream.concat(own.stream(), given.stream()))
                    .as("seed %d, pod %s, namespace %s, result %s", seed, own, given, outcome.tolerations())
                    .allMatch(entry -> outcome.tolerations().stream().anyMatch(covering -> covering.shadows(entry)));
        }
    }

    @ManyTrials
    void aWhitelistAdmitsExactlyWhatItCovers(long seed) {
        RandomTolerations random = new RandomTolerations(seed);

        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> own = random.nextList();
            List<Toleration> whitelist = random.nextList();
            NamespaceFacts namespace = aNamespace().admittingOnly(whitelist).build();
            boolean covered = whitelist.isEmpty()
                    || own.stream().allMatch(entry -> whitelist.stream().anyMatch(wide -> wide.covers(entry)));

            boolean admitted = own.stream().allMatch(namespace::admits);

            assertThat(admitted)
                    .as("seed %d, pod %s, whitelist %s", seed, own, whitelist)
                    .isEqualTo(covered);
        }
    }
}
