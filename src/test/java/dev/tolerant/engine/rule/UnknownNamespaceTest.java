package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.review.RequestFixture;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** If the program cannot read a pod's namespace in time, it decides without it and says so. */
class UnknownNamespaceTest {
    private static final PolicySet POLICIES = PolicySet.of(PolicyFixture.all("""
            metadata: {name: everywhere}
            spec: {match: {}, tolerations: [{key: a, operator: Exists}]}
            ---
            metadata: {name: by-label}
            spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, tolerations: [{key: b, operator: Exists}]}
            """));

    @Test
    void policiesThatDoNotAskForItsLabelsAreAppliedAndAProblemIsNoted() {
        // When
        Decision decision = RequestFixture.decide(
                PodReview.aPod().creation(),
                Webhook.config(Map.of()),
                PolicyFixture.snapshot(POLICIES),
                NamespaceFacts.unknown("shop"));

        // Then
        assertThat(decision.steps())
                .filteredOn(Step.Problem.class::isInstance)
                .singleElement()
                .satisfies(step -> {
                    assertThat(step.code()).isEqualTo("problem-namespace-unknown");
                    assertThat(step.sentence())
                            .isEqualTo("namespace shop is not known yet, so its labels and annotations are ignored");
                });
        assertThat(decision.steps())
                .filteredOn(Step.Added.class::isInstance)
                .extracting(Step::rule)
                .containsExactly(RuleId.policy("everywhere"));
    }
}
