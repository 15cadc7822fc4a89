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

/** The cases of the DaemonSet controller's own tolerations. */
class DaemonSetInTreeTest {
    private static final DaemonSet RULE = new DaemonSet(TolerationSeconds.NEVER);

    static List<InTreeCase> cases() {
        return InTreeTable.run("daemon-set-tolerations.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPodOfADaemonSetIsGivenWhatTheControllerGives(InTreeCase row) {
        PodFixture pod = PodFixture.aPod().controlledBy("DaemonSet").tolerating(list(row.cell("tolerations")));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(
                        row.cell("network").equals("host") ? pod.onHostNetwork().build() : pod.build()),
                RULE);

        assertThat(outcome.tolerations()).isEqualTo(list(row.expected()));
    }
}
