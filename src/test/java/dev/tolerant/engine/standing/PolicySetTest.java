package dev.tolerant.engine.standing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Match;
import dev.tolerant.engine.policy.Match.Criteria;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFactsFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.RequestFixture;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The set of all policies: its order, and the index that keeps reviews fast with many policies (Promise 8). */
class PolicySetTest {
    private static final PodFacts POD =
            RequestFixture.reviewOf(PodReview.aPod().creation()).pod();

    @Test
    void theHigherPriorityGoesFirstAndThenTheName() {
        List<Policy> policies = new ArrayList<>(PolicyFixture.all("""
                {metadata: {name: b}, spec: {match: {}}}
                ---
                {metadata: {name: low}, spec: {priority: -1, match: {}}}
                ---
                {metadata: {name: z}, spec: {priority: 10, match: {}}}
                ---
                {metadata: {name: a}, spec: {match: {}}}
                ---
                {metadata: {name: "0"}, spec: {match: {}}}
                """));
        Collections.shuffle(policies, new Random(1));

        PolicySet set = PolicySet.of(policies);

        assertThat(set.policies()).extracting(Policy::name).containsExactly("z", "0", "a", "b", "low");
        assertThat(set.matching(POD, NamespaceFacts.plain("shop"))).isEqualTo(set.policies());
    }

    @Test
    void policiesOfEveryModeMatch() {
        PolicySet set = PolicySet.of(PolicyFixture.all("""
                {metadata: {name: a}, spec: {mode: Enforce, match: {}}}
                ---
                {metadata: {name: b}, spec: {mode: Audit, match: {}}}
                """));

        List<Policy> matching = set.matching(POD, NamespaceFacts.plain("shop"));

        assertThat(matching).extracting(Policy::mode).containsExactly(Mode.ENFORCE, Mode.AUDIT);
    }

    @Test
    void anEmptySetMatchesNothing() {
        assertThat(PolicySet.EMPTY.policies()).isEmpty();
        assertThat(PolicySet.EMPTY.matching(POD, NamespaceFacts.plain("shop"))).isEmpty();
    }

    @ManyTrials
    void theIndexFindsWhatLookingAtEveryPolicyFinds(long seed) {
        RandomWorld world = new RandomWorld(seed);
        List<String> wrong = new ArrayList<>();
        int found = 0;

        for (int i = 0; i < 40; i++) {
            List<Policy> policies = world.compiled("matching-policies");
            PolicySet set = PolicySet.of(policies);
            for (int j = 0; j < 25; j++) {
                PodFacts pod = RequestFixture.reviewOf(
                                PodReview.pod(world.text("matched-pod")).creation())
                        .pod();
                NamespaceFacts namespace = NamespaceFactsFixture.aNamespace()
                        .labelled(world.texts("labels"))
                        .build();
                List<Policy> expected = policies.stream()
                        .filter(policy -> policy.match().mismatch(pod, namespace) == null)
                        .sorted(Policy.PRECEDENCE)
                        .toList();
                List<Policy> actual = set.matching(pod, namespace);
                found += actual.size();
                if (!actual.equals(expected)) {
                    wrong.add(pod + " in " + namespace.labels() + ": " + actual + " instead of " + expected);
                }
            }
        }

        assertThat(wrong).as("seed %d", seed).isEmpty();
        assertThat(found).as("matches with seed %d", seed).isPositive();
    }

    /** Counts how often a review evaluates a policy's selector, instead of measuring time. */
    @ParameterizedTest
    @ValueSource(ints = {10, 10_000})
    void aPodOfOneNamespaceLooksAtThePolicyOfThatNamespaceAlone(int policies) {
        AtomicInteger looks = new AtomicInteger();
        List<Policy> all = new ArrayList<>();
        for (int i = 0; i < policies; i++) {
            Map<String, String> labels = new CountedLabels(
                    Map.of("kubernetes.io/metadata.name", "namespace-" + i, "managed", "true"), looks);
            Criteria criteria = new Criteria(
                    new LabelSelector(labels, List.of()), LabelSelector.EVERYTHING, Set.of(), Set.of(), Set.of());
            all.add(named("p" + i, new Match(criteria, Map.of(), "", List.of())));
        }
        PolicySet set = PolicySet.of(all);
        looks.set(0);

        List<Policy> matching = set.matching(
                POD,
                new NamespaceFacts(
                        "namespace-7", true, Map.of("managed", "true"), List.of(), List.of(), List.of(), Map.of()));

        assertThat(matching).extracting(Policy::name).containsExactly("p7");
        assertThat(looks).hasValue(1);
    }

    private static Policy named(String name, Match match) {
        Policy like = PolicyFixture.of("{metadata: {name: " + name + "}, spec: {match: {}}}");
        return new Policy(
                like.name(),
                like.priority(),
                like.mode(),
                match,
                like.daemonSetTemplates(),
                like.tolerations(),
                like.requiredNodeAffinity(),
                like.preferredNodeAffinity(),
                like.nodeFailure(),
                like.pool(),
                like.known(),
                like.reserve(),
                like.values());
    }

    /** Labels that count how often they are iterated. */
    private static final class CountedLabels extends AbstractMap<String, String> {
        private final Map<String, String> labels;
        private final AtomicInteger looks;

        CountedLabels(Map<String, String> labels, AtomicInteger looks) {
            this.labels = labels;
            this.looks = looks;
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            looks.incrementAndGet();
            return labels.entrySet();
        }
    }
}
