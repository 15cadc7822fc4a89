package dev.tolerant.tools.whatif;

import static dev.tolerant.tools.whatif.ClusterYaml.KEEP_OUT;
import static dev.tolerant.tools.whatif.ClusterYaml.namespace;
import static dev.tolerant.tools.whatif.ClusterYaml.pod;
import static dev.tolerant.tools.whatif.ClusterYaml.policy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.tools.whatif.WhatIfAnswer.Impact;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the engine is asked as a cluster grows: once for pods that are alike, before and after. */
class GrowthTest {
    private static final String ALIKE = namespace("shop")
            + pod("a", "", "labels: {app: a}, ", "")
            + pod("b", "", "labels: {app: b}, ", "nodeName: n1, ");

    @Test
    void aClusterOfEightTimesAsManyPodsIsJudgedAsOften() {
        List<WhatIfAnswer> outlooks = Stream.of(2_500, 5_000, 10_000, 20_000)
                .map(pods -> ManyPods.outlook(pods, 50))
                .toList();

        int judgements = outlooks.get(0).judgements();
        assertThat(outlooks)
                .allSatisfy(outlook ->
                        assertThat((double) outlook.judgements() / judgements).isLessThan(4));
        assertThat(outlooks.get(3).judgements())
                .isLessThanOrEqualTo(outlooks.get(2).judgements() * 11 / 10);
        assertThat(outlooks.get(3).workloads()).hasSize(2_000);
    }

    @Test
    void asManyDifferentTemplatesAreJudgedOnceEach() {
        WhatIfAnswer some = ManyPods.outlook(1_000, 10, Integer.MAX_VALUE);
        WhatIfAnswer twice = ManyPods.outlook(2_000, 10, Integer.MAX_VALUE);

        assertThat(some.judgements()).isEqualTo(200);
        assertThat(twice.judgements()).isEqualTo(400);
    }

    @Test
    void theKeeperIsAskedAboutEveryPodAndTheEngineNoMoreOftenAboutNewOnes() {
        WhatIfAnswer kept = ManyPods.kept(1_000, 10);

        assertThat(kept.judgements()).isEqualTo(ManyPods.outlook(1_000, 10).judgements());
        assertThat(kept.workloads().stream()
                        .mapToInt(each -> each.running().given())
                        .sum())
                .isPositive();
    }

    @Test
    void aLabelThatNobodyAsksForMakesNoDifference() {
        assertThat(Question.about(ALIKE, KEEP_OUT).answer().judgements()).isEqualTo(2);
    }

    @Test
    void aLabelThatAPolicyAsksForMakesOne() {
        String asking =
                policy("a", "{match: {exclude: [{podSelector: {matchLabels: {app: a}}}]}, nodeFailure: {notReady: 5}}");

        WhatIfAnswer outlook = Question.about(ALIKE, asking).answer();

        assertThat(outlook.judgements()).isEqualTo(4);
        assertThat(Question.of(outlook, "pod/a").change().impact()).isEqualTo(Impact.SAME);
        assertThat(Question.of(outlook, "pod/b").change().impact()).isEqualTo(Impact.SOONER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    containers: [{resources: {requests: {cpu: 1}}}], | containers: [{resources: {requests: {cpu: 2}}}], | 2
                    containers: [{resources: {requests: {cpu: 1}}}], | containers: [{resources: {requests: {cpu: 0}}}], | 4
                    containers: [{resources: {limits: {gpu: 1}}}],   | containers: [{resources: {limits: {cpu: 1}}}],   | 4
                    nodeSelector: {a: b},                            | nodeSelector: {a: c},                            | 4
                    serviceAccountName: a,                           | serviceAccountName: b,                           | 4
                    priorityClassName: a,                            | priorityClassName: b,                            | 4
                    hostNetwork: true,                               | hostNetwork: false,                              | 4
                    image: a,                                        | image: b,                                        | 2
                    """)
    void podsAreAlikeInWhatTheEngineLooksAt(String one, String other, int judgements) {
        WhatIfAnswer outlook = Question.about(
                        namespace("shop") + pod("a", "", "", one + " ") + pod("b", "", "", other + " "), KEEP_OUT)
                .answer();

        assertThat(outlook.judgements()).isEqualTo(judgements);
        assertThat(outlook.workloads()).hasSize(2);
    }
}
