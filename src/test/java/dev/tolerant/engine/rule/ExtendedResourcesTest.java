package dev.tolerant.engine.rule;

import static dev.tolerant.testing.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Rule.ExtendedResources;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.PodFixture;
import dev.tolerant.testing.ReviewFixture;
import dev.tolerant.testing.ShortResources;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rule's settings, which the plugin does not have. */
class ExtendedResourcesTest {

    @Test
    void zeroCountsWhereTheOperatorSaysSo() {
        DecidedPod outcome = DecidedPod.of(asking("a.com/x=0"), new ExtendedResources(true, Set.of(), Map.of()));

        assertThat(outcome.tolerations()).isEqualTo(list("a.com/x Ex :NS"));
    }

    @Test
    void anIgnoredResourceGivesNothing() {
        DecidedPod outcome =
                DecidedPod.of(asking("a.com/x=1 b.com/y=1"), new ExtendedResources(false, Set.of("a.com/x"), Map.of()));

        assertThat(outcome.tolerations()).isEqualTo(list("b.com/y Ex :NS"));
    }

    @Test
    void otherTaintsComeInsteadOfTheResourcesOwn() {
        Map<String, List<Toleration>> taints = Map.of("a.com/x", list("gpu Eq=big :NX, a.com/x Ex :NS, pool Ex :PN"));

        DecidedPod outcome =
                DecidedPod.of(asking("a.com/x=1 b.com/y=1"), new ExtendedResources(false, Set.of(), taints));

        assertThat(outcome.tolerations())
                .isEqualTo(list("gpu Eq=big :NX, a.com/x Ex :NS, pool Ex :PN, b.com/y Ex :NS"));
    }

    @Test
    void aNameThatEndsInAnAsteriskIsAPrefixAndTheLongestCounts() {
        Map<String, List<Toleration>> taints = Map.of(
                "a.com/x-*", list("x Ex :NS"),
                "a.com/*", list("any Ex :NS"),
                "a.com/x-own", list("own Ex :NS"));
        ExtendedResources rule = new ExtendedResources(false, Set.of("b.com/*"), taints);

        assertThat(DecidedPod.of(asking("a.com/x-1=1"), rule).tolerations()).isEqualTo(list("x Ex :NS"));
        assertThat(DecidedPod.of(asking("a.com/y=1"), rule).tolerations()).isEqualTo(list("any Ex :NS"));
        assertThat(DecidedPod.of(asking("a.com/x-own=1"), rule).tolerations()).isEqualTo(list("own Ex :NS"));
        assertThat(DecidedPod.of(asking("b.com/y=1 c.com/z=1"), rule).tolerations())
                .isEqualTo(list("c.com/z Ex :NS"));
    }

    /** In whichever container, and how many of them (D16). */
    @Test
    void aResourceOfSeveralContainersIsGivenOnce() {
        DecidedPod outcome = DecidedPod.of(
                asking("a.com/x=1; a.com/x=2 / a.com/x=2; empty / b.com/y=1"),
                new ExtendedResources(false, Set.of(), Map.of()));

        assertThat(outcome.tolerations()).isEqualTo(list("a.com/x Ex :NS, b.com/y Ex :NS"));
        assertThat(outcome.steps()).containsExactly("extended-resources added", "extended-resources added");
    }

    /** Not in the order of a hash set (D11). */
    @Test
    void namesAreInByteOrder() {
        DecidedPod outcome =
                DecidedPod.of(asking("b/x=1 a/x=1 a/Z=1 a.b/x=1"), new ExtendedResources(false, Set.of(), Map.of()));

        assertThat(outcome.tolerations()).isEqualTo(list("a.b/x Ex :NS, a/Z Ex :NS, a/x Ex :NS, b/x Ex :NS"));
    }

    @Test
    void theEntryThatComesFirstIsNamedByItsPlace() {
        PodFixture pod = PodFixture.aPod()
                .using(ShortResources.list("a.com/x=1"))
                .tolerating(list("foo Ex :NS, a.com/x Ex :ANY"));

        DecidedPod outcome =
                DecidedPod.of(ReviewFixture.creationOf(pod.build()), new ExtendedResources(false, Set.of(), Map.of()));

        assertThat(outcome.sentences("extended-resources"))
                .containsExactly(
                        "does not add a.com/x:NoSchedule op=Exists: toleration 1 (a.com/x op=Exists) of the pod's"
                                + " author comes first");
    }

    @Test
    void withoutDevicesThePodIsNotConcerned() {
        DecidedPod outcome = DecidedPod.of(asking("cpu=1 a.com/x=0"), new ExtendedResources(false, Set.of(), Map.of()));

        assertThat(outcome.sentences("extended-resources"))
                .containsExactly("the pod does not request an extended resource");
    }

    private static Review asking(String containers) {
        return ReviewFixture.creationOf(
                PodFixture.aPod().using(ShortResources.list(containers)).build());
    }
}
