package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.controlplane.AdmissionPlugins;
import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.RequestFixture;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import java.util.List;
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

    /** What a restriction says of a controller's pods holds for their updates too, whoever asks, in every namespace. */
    @Test
    void anUpdateThatARestrictionOnItsControllersPodsCouldRefuseIsLeftUnjudged() {
        // Given
        Snapshot jobs = PolicyFixture.snapshot(PolicySet.of(PolicyFixture.all("""
                metadata: {name: jobs}
                spec:
                  match: {namespaceSelector: {matchLabels: {team: ml}}, ownerKinds: [Job]}
                  restrict: {deny: [{key: dedicated, effect: NoSchedule}]}
                """)));
        String job = "{metadata: {name: etl, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: etl,"
                + " controller: true}]}, spec: {containers: [{name: main}]}}";
        String changed =
                job.replace("[{name: main}]", "[{name: main}], tolerations: [{key: dedicated, operator: Exists}]");

        // When
        Decision decision = DecidedPod.injector(
                        new AdmissionPlugins(DecidedPod.DEFAULTS, false), List.of(new Policies()))
                .judge(RequestFixture.reviewOf(PodReview.update(changed, job)), jobs, NamespaceFacts.unknown("shop"));

        // Then
        assertThat(decision.skipReason()).contains(SkipReason.NAMESPACE_UNKNOWN);
    }
}
