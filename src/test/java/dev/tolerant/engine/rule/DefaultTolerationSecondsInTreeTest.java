package dev.tolerant.engine.rule;

import static dev.tolerant.engine.toleration.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.pod.PodFixture;
import dev.tolerant.engine.pod.ReviewFixture;
import dev.tolerant.engine.toleration.TolerationSeconds;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of DefaultTolerationSeconds' tests, on a cluster that runs without the plugin. */
class DefaultTolerationSecondsInTreeTest {
    private static final NodeFailure RULE = new NodeFailure(TolerationSeconds.of(300), TolerationSeconds.of(300));

    static List<InTreeCase> cases() {
        return InTreeTable.run("default-toleration-seconds.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPodIsGivenWhatThePluginGives(InTreeCase row) {
        PodFixture pod = PodFixture.aPod().tolerating(list(row.cell("tolerations")));

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod.build()), RULE);
        DecidedPod again = DecidedPod.of(
                ReviewFixture.creationOf(pod.tolerating(outcome.tolerations()).build()), RULE);

        assertThat(outcome.tolerations()).isEqualTo(list(row.expected()));
        assertThat(again.decision().changes()).isEmpty();
    }
}
