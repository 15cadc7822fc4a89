package dev.tolerant.engine.rule;

import static dev.tolerant.testing.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import dev.tolerant.testing.ShortResources;
import org.junit.jupiter.api.Test;

/** Memory pressure by quality of service. */
class MemoryPressureTest {

    @Test
    void aPodThatAsksForMemoryToleratesItsPressure() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod()
                        .using(ShortResources.list("memory=1Mi"))
                        .build()),
                new MemoryPressure());

        assertThat(outcome.tolerations()).isEqualTo(list("MP Ex :NS"));
        assertThat(outcome.sentences("memory-pressure"))
                .containsExactly("adds node.kubernetes.io/memory-pressure:NoSchedule op=Exists");
    }

    @Test
    void theResourcesOfThePodAsAWholeDecideAlone() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod()
                        .using(ShortResources.list("memory=1Mi"))
                        .asAWholeUsing(Resources.NONE)
                        .build()),
                new MemoryPressure());

        assertThat(outcome.tolerations()).isEmpty();
        assertThat(outcome.sentences("memory-pressure")).containsExactly("the pod's quality of service is BestEffort");
    }
}
