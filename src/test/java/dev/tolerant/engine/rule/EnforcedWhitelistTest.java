package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.testing.NamespaceFactsFixture.plain;
import static dev.tolerant.testing.PodFixture.podWith;
import static dev.tolerant.testing.ShortToleration.list;
import static dev.tolerant.testing.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.DaemonSet;
import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import dev.tolerant.testing.ShortResources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** If the API server enforces the whitelist itself, the rules give only what the whitelist covers. */
class EnforcedWhitelistTest {
    private static final List<Rule> RULES =
            List.of(new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(600)), new MemoryPressure());
    private static final AdmissionPlugins CHECKED = DecidedPod.plugins(true);
    private static final Injector ENFORCED = DecidedPod.injector(CHECKED, RULES);
    private static final NamespaceFacts NAMESPACE = aNamespace()
            .admittingOnly(toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"))
            .build();
    private static final PodFacts BURSTABLE =
            PodFixture.aPod().using(ShortResources.list("cpu=1")).build();

    @Test
    void additionsThatAreNotCoveredAreWithheld() {
        DecidedPod outcome = DecidedPod.of(ENFORCED, ReviewFixture.creationOf(BURSTABLE), NAMESPACE);

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60"));
        assertThat(outcome.steps())
                .containsExactly("node-failure withheld", "memory-pressure withheld", "node-failure added");
        assertThat(outcome.sentences("memory-pressure"))
                .containsExactly(
                        "does not give node.kubernetes.io/memory-pressure:NoSchedule op=Exists: the namespace's"
                                + " whitelist, which the API server enforces, does not cover it");
    }

    @Test
    void secondsThatAreNotCoveredAreWithheld() {
        PodFacts pod = podWith(toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));

        DecidedPod outcome = DecidedPod.of(ENFORCED, ReviewFixture.creationOf(pod, Provenance.UNOWNED), NAMESPACE);

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60, UN Ex :NX @300"));
        assertThat(outcome.steps())
                .containsSubsequence(
                        "node-failure withheld", "node-failure seconds-set", "node-failure already-covered");
        assertThat(outcome.sentences("node-failure").get(0))
                .isEqualTo("does not give node.kubernetes.io/unreachable:NoExecute op=Exists for 600s: the namespace's"
                        + " whitelist, which the API server enforces, does not cover it");
    }

    /** Else the keeper would set seconds that a new pod did not get. */
    @Test
    void aDefaultThatIsNotCoveredSetsNoSeconds() {
        PodFacts pod = podWith(toleration("NR Ex :NX @300"), toleration("UN Ex :NX @300"));
        NamespaceFacts namespace = aNamespace()
                .giving(toleration("UN Ex :ANY"))
                .admittingOnly(toleration("* Ex :NX"))
                .build();
        Injector injector = DecidedPod.injector(
                CHECKED,
                List.of(
                        new NamespaceAnnotations(),
                        new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(600))));

        DecidedPod outcome = DecidedPod.of(injector, ReviewFixture.creationOf(pod, Provenance.UNOWNED), namespace);

        assertThat(outcome.secondsSet()).containsExactly("0: 60", "1: 600");
    }

    @Test
    void theControllersSecondsAreWithheldToo() {
        PodFacts pod = PodFixture.aPod()
                .controlledBy("DaemonSet")
                .tolerating(list("NR Ex :NX, UN Ex :NX"))
                .build();
        NamespaceFacts namespace =
                aNamespace().admittingOnly(toleration("NR Ex :NX")).build();
        Injector injector = DecidedPod.injector(CHECKED, List.of(new DaemonSet(TolerationSeconds.of(9))));

        DecidedPod outcome = DecidedPod.of(injector, ReviewFixture.creationOf(pod), namespace);

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @9, UN Ex :NX"));
    }

    @Test
    void withoutAWhitelistNothingIsWithheld() {
        DecidedPod outcome = DecidedPod.of(ENFORCED, ReviewFixture.creationOf(BURSTABLE), plain());

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60, UN Ex :NX @600, MP Ex :NS"));
    }

    @Test
    void whereOnlyThisProgramJudgesNothingIsWithheld() {
        DecidedPod outcome = DecidedPod.of(
                DecidedPod.injector(DecidedPod.plugins(false), RULES), ReviewFixture.creationOf(BURSTABLE), NAMESPACE);

        assertThat(outcome.tolerations()).isEqualTo(list("NR Ex :NX @60, UN Ex :NX @600, MP Ex :NS"));
    }
}
