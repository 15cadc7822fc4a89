package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.PodFixture.podWith;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.DaemonSet;
import dev.tolerant.engine.rule.Rule.ExtendedResources;
import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import dev.tolerant.testing.ShortResources;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tolerations a namespace's whitelist applies to, and which are exempt. */
class WhitelistTest {
    private static final NamespaceFacts SPOT_ONLY =
            aNamespace().admittingOnly(toleration("spot Ex :NS")).build();
    private static final Rule[] ALL = {
        new NamespaceAnnotations(),
        new DaemonSet(TolerationSeconds.NEVER),
        new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(90)),
        new MemoryPressure(),
        new ExtendedResources(false, Set.of(), Map.of())
    };

    @Test
    void anAuthorsOtherTolerationIsRefusedWithTheWayOut() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(podWith(toleration("spot Ex :NS"), toleration("gpu Ex :NS"))), SPOT_ONLY, ALL);

        assertThat(outcome.decision().refusal())
                .isEqualTo(new Refusal(
                        Refusal.Reason.WHITELIST,
                        "toleration gpu:NoSchedule op=Exists is not in the whitelist of namespace shop; remove it from"
                                + " spec.tolerations, or have it added to the namespace's annotation"
                                + " scheduler.alpha.kubernetes.io/tolerationsWhitelist"));
        assertThat(outcome.decision().changes()).isEmpty();
        assertThat(outcome.decision().steps()).last().isInstanceOf(Step.Refused.class);
        assertThat(outcome.steps()).last().isEqualTo("namespace-annotations refused-whitelist");
    }

    @Test
    void aWhitelistedTolerationIsAdmitted() {
        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.creationOf(podWith(toleration("spot Eq=x :NS"))), SPOT_ONLY, ALL);

        assertThat(outcome.isRefused()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NR Ex :NX @300", // the API server's default
                "UN Ex :NX @300",
                "NR Ex :NX @60", // the same with the rule's seconds
                "UN Ex :NX @90",
                "MP Ex :NS",
                "dev-ek Ex :NS"
            })
    void whatARuleOrTheApiServerGivesIsExemptWhoeverWroteIt(String given) {
        PodFacts pod = PodFixture.aPod()
                .using(ShortResources.list("cpu=1 dev-ek=1"))
                .tolerating(toleration(given))
                .build();

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod, Provenance.UNREADABLE), SPOT_ONLY, ALL);

        assertThat(outcome.isRefused()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NR Ex :NX @90", // the other taint's seconds
                "UN Ex :NX @60",
                "NR Ex :NX",
                "NR Eq= :NX @60",
                "NR Ex :ANY @60",
                "MP Ex :NS",
                "dev-ek Ex :NS"
            })
    void whatNoRuleGivesThisPodIsJudged(String other) {
        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(podWith(toleration(other))), SPOT_ONLY, ALL);

        assertThat(outcome.isRefused()).isTrue();
    }

    @Test
    void theNamespacesOwnDefaultsAreExempt() {
        NamespaceFacts namespace = aNamespace()
                .giving(toleration("gpu Ex :NS"), toleration("* Ex :NX @20"))
                .admittingOnly(toleration("spot Ex :NS"))
                .build();
        PodFacts pod = podWith(toleration("gpu Ex :NS"), toleration("NR Ex :NX @20"), toleration("UN Ex :NX @20"));

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod, Provenance.UNREADABLE), namespace, ALL);

        assertThat(outcome.isRefused()).isFalse();
    }

    @Test
    void theControllersEntriesAreExemptForItsPodsOnly() {
        PodFixture pod = PodFixture.aPod().tolerating(list("NR Ex :NX, UN Ex :NX, DP Ex :NS, US Ex :NS"));

        DecidedPod daemonSets = DecidedPod.of(
                ReviewFixture.creationOf(pod.controlledBy("DaemonSet").build()), SPOT_ONLY, ALL);
        DecidedPod others = DecidedPod.of(
                ReviewFixture.creationOf(pod.controlledBy("ReplicaSet").build()), SPOT_ONLY, ALL);

        assertThat(daemonSets.isRefused()).isFalse();
        assertThat(others.isRefused()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    NR Ex :NX | DaemonSet  | memory=1Mi | false
                    NR Ex :NX | ReplicaSet | memory=1Mi | true
                    MP Ex :NS | ReplicaSet | memory=1Mi | false
                    MP Ex :NS | ReplicaSet | ''         | true
                    MP Ex :NX | ReplicaSet | memory=1Mi | true
                    """)
    void whatKubernetesItselfGivesIsExemptWhereTheRulesAreOff(
            String toleration, String controller, String resources, boolean refused) {
        PodFacts pod = PodFixture.aPod()
                .controlledBy(controller)
                .using(ShortResources.list(resources))
                .tolerating(toleration(toleration))
                .build();

        DecidedPod outcome = DecidedPod.of(ReviewFixture.creationOf(pod), SPOT_ONLY, new NamespaceAnnotations());

        assertThat(outcome.isRefused()).isEqualTo(refused);
    }

    @Test
    void whatAnotherPluginPutThereIsNotJudged() {
        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(podWith(toleration("gpu Ex :NS")), Provenance.UNOWNED), SPOT_ONLY, ALL);

        assertThat(outcome.isRefused()).isFalse();
    }

    @Test
    void likelyInjectedEntriesAreNotJudgedWhateverTheirSecondsBecome() {
        PodFacts pod = podWith(toleration("spot Ex :NS"), toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));

        DecidedPod outcome = DecidedPod.of(
                ReviewFixture.creationOf(pod),
                SPOT_ONLY,
                new NamespaceAnnotations(),
                new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.NEVER));

        assertThat(outcome.isRefused()).isFalse();
        assertThat(outcome.tolerations()).isEqualTo(list("spot Ex :NS, NR Ex :NX @60, UN Ex :NX"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    gpu Ex :NS                | gpu Ex :NS                    | false
                    gpu Ex :NS                | gpu Ex :NS, spot Ex :NS       | false
                    gpu Ex :NS                | gpu Ex :NS, tpu Ex :NS        | true
                    gpu Ex :NX @5             | gpu Ex :NX @5                 | false
                    gpu Ex :NX @5             | gpu Ex :NX @6                 | true
                    gpu -=ml :NS              | gpu -=ml :NS, gpu Eq=ml :NS   | false
                    gpu Eq=ml :NS             | gpu Eq=ml :NS, gpu -=ml :NS   | false
                    gpu -=ml :NS              | gpu -=ml :NS, gpu Eq=web :NS  | true
                    """)
    void anUpdateIsJudgedByWhatIsNew(String stored, String updated, boolean refused) {
        Review review = ReviewFixture.updateOf(
                PodFixture.aPod().tolerating(list(stored)).build(),
                PodFixture.aPod().tolerating(list(updated)).build(),
                Provenance.OWNED);

        DecidedPod outcome = DecidedPod.of(review, SPOT_ONLY, ALL);

        assertThat(outcome.isRefused()).isEqualTo(refused);
    }
}
