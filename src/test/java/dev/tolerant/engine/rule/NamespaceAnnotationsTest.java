package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.NamespaceFactsFixture.plain;
import static dev.tolerant.testing.PodFixture.podWith;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Rule.SwitchedOff;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a namespace's annotations give its pods: tolerations and other seconds. */
class NamespaceAnnotationsTest {
    private static final NodeFailure SIXTY = new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(60));
    private static final NamespaceAnnotations RULE = new NamespaceAnnotations();

    /** Other seconds are no conflict (D9). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX @20          | NR Ex :NX @20, UN Ex :NX @60
                    NR Ex :NX @600         | NR Ex :NX @600, UN Ex :NX @60
                    * Ex :ANY              | NR Ex :NX, UN Ex :NX, * Ex :ANY
                    * Ex :NX @20           | NR Ex :NX @20, UN Ex :NX @20, * Ex :NX @20
                    UN Ex :NX @1, UN Ex :NX @2 | NR Ex :NX @60, UN Ex :NX @1
                    NR Ex :NS              | NR Ex :NX @60, UN Ex :NX @60, NR Ex :NS
                    """)
    void itsDefaultsDecideTheSecondsOfWhatTheApiServerInjected(String gives, String expected) {
        PodFacts pod = podWith(toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod, Provenance.UNOWNED),
                aNamespace().giving(list(gives)).build(),
                RULE,
                SIXTY);

        assertThat(outcome.tolerations()).isEqualTo(list(expected));
    }

    @Test
    void likelyInjectedEntriesAreReachedWhateverTheSettingSays() {
        PodFacts pod = podWith(toleration("foo Ex :NS"), toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));

        DecidedPod outcome = DecidedPod.of(
                DecidedPod.injector(
                        new AdmissionPlugins(DecidedPod.DEFAULTS, SecondsOverride.PROVEN, false), List.of(RULE, SIXTY)),
                ReviewFixture.creationOf(pod),
                aNamespace().giving(toleration("NR Ex :NX @20")).build());

        assertThat(outcome.tolerations()).isEqualTo(list("foo Ex :NS, NR Ex :NX @20, UN Ex :NX @300"));
    }

    @Test
    void theAuthorsOwnEntryWins() {
        PodFacts pod = podWith(toleration("NR Ex :NX @5"));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod),
                aNamespace().giving(toleration("NR Ex :NX @20")).build(),
                RULE,
                SIXTY);

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @5, UN Ex :NX @60"));
        assertThat(outcome.sentences("namespace-annotations"))
                .containsExactly("does not add node.kubernetes.io/not-ready:NoExecute op=Exists for 20s: toleration 0"
                        + " (node.kubernetes.io/not-ready:NoExecute op=Exists for 5s) of the pod's author comes first");
    }

    @Test
    void itsDefaultsComeBeforeTheBuiltInRulesOnANewPod() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod().build()),
                aNamespace().giving(list("* Ex :NX @20")).build(),
                RULE,
                SIXTY);

        assertThat(outcome.tolerations()).isEqualTo(list("* Ex :NX @20"));
        assertThat(outcome.sentences("node-failure"))
                .first()
                .asString()
                .endsWith("toleration 0 (:NoExecute op=Exists for 20s) of namespace-annotations comes first");
    }

    @Test
    void withoutDefaultsItIsNotConcerned() {
        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.creationOf(PodFixture.aPod().build()), plain(), RULE);

        assertThat(outcome.sentences("namespace-annotations"))
                .containsExactly("the namespace has no default tolerations");
    }

    @Test
    void whatCouldNotBeReadIsSaid() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(PodFixture.aPod().build()),
                aNamespace()
                        .unreadable("the annotation is not JSON")
                        .giving(toleration("foo Ex :NS"))
                        .build(),
                RULE);

        assertThat(outcome.steps())
                .containsExactly("namespace-annotations problem-namespace-annotation", "namespace-annotations added");
        assertThat(outcome.sentences("namespace-annotations"))
                .containsExactly("the annotation is not JSON", "adds foo:NoSchedule op=Exists");
    }

    @Test
    void switchedOffItGivesAndRefusesNothing() {
        NamespaceFacts namespace = aNamespace()
                .giving(toleration("foo Ex :NS"))
                .admittingOnly(toleration("bar Ex :NS"))
                .build();

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(podWith(toleration("faz Ex :NS"))),
                namespace,
                new SwitchedOff(RuleId.NAMESPACE_ANNOTATIONS));

        assertThat(outcome.decision().verdict()).isEqualTo(Decision.Verdict.UNCHANGED);
        assertThat(outcome.steps()).containsExactly("namespace-annotations not-concerned");
    }
}
