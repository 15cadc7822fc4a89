package dev.tolerant.engine.rule;

import static dev.tolerant.engine.toleration.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.pod.PodFixture;
import dev.tolerant.engine.pod.ReviewFixture;
import dev.tolerant.engine.pod.ShortResources;
import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of ExtendedResourceToleration. */
class ExtendedResourceTolerationInTreeTest {
    private static final ExtendedResources RULE = new ExtendedResources(false, Set.of(), Map.of());

    static List<InTreeCase> cases() {
        return InTreeTable.run("extended-resource-toleration.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPodIsGivenWhatThePluginGives(InTreeCase row) {
        PodFixture pod = PodFixture.aPod()
                .using(Stream.of(row.cell("containers"), row.cell("init"))
                        .flatMap(text -> ShortResources.list(text).stream())
                        .toList())
                .tolerating(list(row.cell("tolerations")));

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod.build()), RULE);
        DecidedPod again = DecidedPod.of(
                ReviewFixture.creationOf(pod.tolerating(outcome.tolerations()).build()), RULE);

        assertThat(outcome.tolerations()).isEqualTo(list(row.expected()));
        assertThat(again.decision().changes()).isEmpty();
    }
}
