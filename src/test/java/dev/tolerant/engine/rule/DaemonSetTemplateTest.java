package dev.tolerant.engine.rule;

import static dev.tolerant.engine.model.NamespaceFactsFixture.plain;
import static dev.tolerant.engine.model.PodFixture.aPod;
import static dev.tolerant.engine.model.PodFixture.podWith;
import static dev.tolerant.engine.model.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.ReviewFixture;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.rule.Rule.Policies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What policies do to the template of a DaemonSet. */
class DaemonSetTemplateTest {
    private static final String POOL = """
            metadata: {name: pool}
            spec:
              mode: %s
              match: {}
              daemonSetTemplates: %s
              tolerations: [{key: pool, operator: Exists, effect: NoSchedule}]
              requiredNodeAffinity: [{key: pool, operator: Exists}]
            """;

    private static Decision decide(Review review, String mode, boolean templates) {
        PolicySet policies = PolicySet.of(PolicyFixture.all(POOL.formatted(mode, templates)));
        return DecidedPod.injector(DecidedPod.plugins(false), List.of(new Policies()))
                .decide(review, PolicyFixture.snapshot(policies), plain());
    }

    @Test
    void aPolicyForTemplatesGivesTolerationsAndAffinity() {
        Decision decision = decide(ReviewFixture.templateOf(aPod().build()), "Enforce", true);

        assertThat(decision.changes())
                .hasSize(2)
                .anyMatch(change ->
                        change instanceof Step.Added added && added.toleration().equals(toleration("pool Ex :NS")))
                .anyMatch(Step.NodesRequired.class::isInstance);
        assertThat(decision.steps()).noneMatch(Step.Warned.class::isInstance);
    }

    @Test
    void aPolicyForPodsAloneWarnsATemplateThatNeedsIt() {
        Decision decision = decide(ReviewFixture.templateOf(aPod().build()), "Enforce", false);

        assertThat(decision.changes()).isEmpty();
        assertThat(decision.steps())
                .filteredOn(Step.Warned.class::isInstance)
                .singleElement()
                .satisfies(step -> assertThat(step.sentence()).contains("gives pool:NoSchedule op=Exists to pods"));
    }

    @Test
    void aTemplateThatToleratesTheTaintItselfIsNotWarned() {
        assertThat(decide(ReviewFixture.templateOf(podWith(toleration("pool Ex :ANY"))), "Enforce", false)
                        .steps())
                .noneMatch(Step.Warned.class::isInstance);
    }

    @Test
    void aPolicyThatGivesNothingDoesNotWarn() {
        assertThat(decide(ReviewFixture.templateOf(aPod().build()), "Audit", false)
                        .steps())
                .noneMatch(Step.Warned.class::isInstance)
                .noneMatch(Step.Audited.class::isInstance);
    }

    @Test
    void inAuditModeAPolicyForTemplatesReportsWhatItWouldDo() {
        Decision decision = decide(ReviewFixture.templateOf(aPod().build()), "Audit", true);

        assertThat(decision.changes()).isEmpty();
        assertThat(decision.steps())
                .filteredOn(Step.Audited.class::isInstance)
                .extracting(Step::sentence)
                .containsExactly("would add pool:NoSchedule op=Exists", "would require nodes with pool");
    }

    @Test
    void anUpdateThatLeavesTheTemplateAloneIsSkipped() {
        PodFacts template = aPod().build();

        assertThat(decide(ReviewFixture.templateUpdateOf(template, template), "Enforce", true)
                        .skipReason())
                .contains(SkipReason.TEMPLATE_UNCHANGED);
        assertThat(decide(ReviewFixture.templateUpdateOf(podWith(toleration("x Ex :NS")), template), "Enforce", true)
                        .changes())
                .hasSize(2);
    }

    @Test
    void aTemplateThatOptsOutGetsNothing() {
        PodFacts template = aPod().labelled("tolerant.dev/inject", "false").build();

        Decision decision = decide(ReviewFixture.templateOf(template), "Enforce", true);

        assertThat(decision.changes()).isEmpty();
        assertThat(decision.skipReason()).contains(SkipReason.POD_OPTED_OUT);
    }
}
