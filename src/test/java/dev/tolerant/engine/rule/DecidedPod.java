package dev.tolerant.engine.rule;

import static dev.tolerant.testing.NamespaceFactsFixture.plain;

import dev.tolerant.engine.rule.Situation.OptOut;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Toleration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A decision, and the pod with its changes made.
 *
 * @param tolerations the pod's list afterwards
 */
public record DecidedPod(Decision decision, List<Toleration> tolerations) {
    static final DefaultTolerationSeconds DEFAULTS = DefaultTolerationSeconds.of(300, 300);

    /** The decision of an injector with these rules about a review in a namespace without labels and annotations. */
    public static DecidedPod of(Review review, Rule... rules) {
        return of(review, plain(), rules);
    }

    /** The same where only some of the API server's injected entries may get other seconds. */
    public static DecidedPod of(Review review, SecondsOverride override, Rule... rules) {
        return of(injector(new AdmissionPlugins(DEFAULTS, override, false), List.of(rules)), review, plain());
    }

    /** The decision of an injector with these rules about a review. */
    public static DecidedPod of(Review review, NamespaceFacts namespace, Rule... rules) {
        return of(injector(plugins(false), List.of(rules)), review, namespace);
    }

    static AdmissionPlugins plugins(boolean checkWhitelist) {
        return new AdmissionPlugins(DEFAULTS, SecondsOverride.LIKELY, checkWhitelist);
    }

    static Injector injector(AdmissionPlugins plugins, Collection<Rule> rules) {
        return new Injector(plugins, OptOut.PODS_AND_NAMESPACES, new ReservedOffers(true, Set.of()), rules);
    }

    static DecidedPod of(Injector injector, Review review, NamespaceFacts namespace) {
        Decision decision = injector.decide(review, Snapshot.EMPTY, namespace);
        List<Toleration> tolerations = new ArrayList<>(review.pod().tolerations());
        for (Step change : decision.changes()) {
            if (change instanceof Step.SecondsSet set) {
                tolerations.set(set.index(), tolerations.get(set.index()).withSeconds(set.after()));
            } else if (change instanceof Step.Added added) {
                tolerations.add(added.toleration());
            } else if (change instanceof Step.Restored restored) {
                tolerations.add(stored(review).tolerations().get(restored.oldIndex()));
            }
        }
        return new DecidedPod(decision, tolerations);
    }

    public boolean isRefused() {
        return decision.verdict() == Decision.Verdict.REFUSED;
    }

    /** The entries whose seconds change, as {@code index: seconds}. */
    List<String> secondsSet() {
        return decision.changes().stream()
                .map(change ->
                        change instanceof Step.SecondsSet set ? set.index() + ": " + set.after() : "another change")
                .toList();
    }

    /** The steps in the form {@code rule code}. */
    List<String> steps() {
        return decision.steps().stream()
                .map(step -> step.rule() + " " + step.code())
                .toList();
    }

    /** The sentences of a rule's steps. */
    List<String> sentences(String rule) {
        return decision.steps().stream()
                .filter(step -> step.rule().toString().equals(rule))
                .map(Step::sentence)
                .toList();
    }

    private static PodFacts stored(Review review) {
        PodFacts stored = review.oldPod();
        if (stored == null) {
            throw new IllegalStateException("nothing is stored, so nothing can be restored");
        }
        return stored;
    }
}
