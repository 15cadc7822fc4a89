package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The changes that rules would make to one pod in one situation, highest precedence first. */
public final class Offers {
    private final Situation situation;
    private final List<Offer> tolerations = new ArrayList<>(8);
    private final List<Step> steps = new ArrayList<>(8);
    private final OfferedAffinity nodes = new OfferedAffinity();
    private final Set<Toleration> given = new HashSet<>();
    private final List<Offer> withheld = new ArrayList<>(0);
    private @Nullable Offer notReady;
    private @Nullable Offer unreachable;
    private boolean winnersKnown;
    private boolean secondsSettled;

    Offers(Situation situation) {
        this.situation = situation;
    }

    Situation situation() {
        return situation;
    }

    void give(Offer offer) {
        tolerations.add(offer);
    }

    /** Takes back the offers for which there is a reason, and says it in a step; before any other use of these offers. */
    void withhold(Function<Offer, @Nullable String> reason) {
        tolerations.removeIf(offer -> {
            String because = reason.apply(offer);
            if (because != null) {
                note(new Step.Withheld(offer.rule(), offer.toleration(), because));
                withheld.add(offer);
            }
            return because != null;
        });
        given.clear();
        winnersKnown &= secondsSettled;
    }

    /** The same offers' seconds count for failed nodes, whatever is withheld after this. */
    void settleSeconds() {
        winner(NodeTaints.NOT_READY);
        secondsSettled = true;
    }

    /** Takes back what would have the API server drop an entry of the pod's list, and with it other seconds, when it merges the list. */
    void withholdWhatReplaces(Draft received, AdmissionPlugins plugins) {
        List<Toleration> merged = new ArrayList<>(received.tolerations());
        OfOthers ofOthers = OfOthers.in(received, this, plugins.defaults());
        for (int i = 0; i < merged.size(); i++) {
            Taint taint = NodeTaints.ofFailure(merged.get(i));
            Offer winner = received.origin(i).isInjected() ? winner(taint) : null;
            if (winner != null && received.origin(i).isReachedBy(winner.reach(plugins))) {
                Toleration set = merged.get(i).withSeconds(ofOthers.before(winner, taint));
                // One that replaces what stands before it is withheld below, and sets nothing.
                merged.set(i, merged.subList(0, i).stream().anyMatch(set::replaces) ? merged.get(i) : set);
            }
        }
        withhold(offer -> {
            Toleration given = offer.toleration().withMeaning();
            // What is there already changes nothing; so is what the program gave when it is asked again.
            if (offer.forOneTaint()
                    || merged.stream().anyMatch(entry -> entry.withMeaning().equals(given))) {
                return null;
            }
            Optional<Toleration> dropped =
                    merged.stream().filter(given::replaces).findFirst();
            if (dropped.isEmpty()) {
                merged.add(given);
            }
            return dropped.map(entry -> "the API server's PodTolerationRestriction would drop " + entry + " for it")
                    .orElse(null);
        });
    }

    /**
     * Takes back what is left of each pool of which a toleration was withheld: a pod that is kept to nodes whose taints
     * it may not tolerate would wait for ever.
     */
    void withholdHalfPools() {
        if (withheld.isEmpty() || situation.policies().stream().allMatch(policy -> policy.pool() == null)) {
            return;
        }
        List<Toleration> tolerated = new ArrayList<>(situation.review().pod().tolerations());
        tolerations.forEach(offer -> tolerated.add(offer.toleration()));
        for (Policy policy : situation.policies()) {
            Pool pool = policy.pool();
            RuleId id = RuleId.policy(policy.name());
            Optional<Offer> missing = withheld.stream()
                    .filter(offer -> offer.rule().equals(id) && policy.isHalfWithout(offer.toleration(), tolerated))
                    .findFirst();
            if (pool != null && missing.isPresent()) {
                tolerations.removeIf(offer -> offer.rule().equals(id) && policy.givesForItsPool(offer.toleration()));
                nodes.withdraw(id, pool);
                note(new Step.Warned(
                        id,
                        "gives neither tolerations nor affinity of its pool: without "
                                + missing.get().toleration() + " the pod could not run there"));
            }
        }
    }

    void withdraw(RuleId rule) {
        tolerations.removeIf(offer -> offer.rule().equals(rule));
        nodes.withdraw(rule);
        winnersKnown = false;
    }

    PodFacts pod() {
        PodFacts pod = situation.review().pod();
        return pod.withAffinity(nodes.addedTo(pod.nodeAffinity()));
    }

    void note(Step step) {
        steps.add(step);
    }

    List<Offer> tolerations() {
        return tolerations;
    }

    OfferedAffinity nodes() {
        return nodes;
    }

    List<Step> steps() {
        return steps;
    }

    /** The offer of highest precedence that tolerates this taint of failed nodes; null if there is none. */
    @Nullable
    Offer winner(Taint taint) {
        if (!winnersKnown) {
            notReady = first(NodeTaints.NOT_READY);
            unreachable = first(NodeTaints.UNREACHABLE);
            winnersKnown = true;
        }
        return taint.equals(NodeTaints.NOT_READY) ? notReady : unreachable;
    }

    private @Nullable Offer first(Taint taint) {
        for (Offer offer : tolerations) {
            if (offer.toleration().tolerates(taint)) {
                return offer;
            }
        }
        return null;
    }

    /**
     * True of what whitelists ignore whatever its origin: an offer, the API server's default, or that default with the
     * seconds of the rule that replaces them.
     */
    boolean isGivenAnyway(Toleration toleration, DefaultTolerationSeconds defaults) {
        if (given.isEmpty()) {
            tolerations.forEach(offer -> given.add(offer.toleration().withMeaning()));
        }
        return defaults.contains(toleration)
                || isRewritten(toleration, NodeTaints.NOT_READY)
                || isRewritten(toleration, NodeTaints.UNREACHABLE)
                || given.contains(toleration.withMeaning());
    }

    private boolean isRewritten(Toleration toleration, Taint taint) {
        if (!toleration.matches(Toleration.of(taint, toleration.seconds()))) {
            return false;
        }
        Offer winner = winner(taint);
        return winner != null && winner.toleration().seconds().equals(toleration.seconds());
    }

    /** The entries that a RuntimeClass or another webhook added, which take precedence over every rule. */
    record OfOthers(List<Toleration> entries) {
        static final OfOthers NONE = new OfOthers(List.of());

        static OfOthers in(Draft draft, Offers offers, DefaultTolerationSeconds defaults) {
            List<Toleration> entries = new ArrayList<>(0);
            for (int i = 0; i < draft.received(); i++) {
                Toleration entry = draft.tolerations().get(i);
                if (draft.origin(i) == Origin.OTHER_PLUGIN && !offers.isGivenAnyway(entry, defaults)) {
                    entries.add(entry);
                }
            }
            return new OfOthers(entries);
        }

        /** The seconds of an injected entry for the taint, where the offer has precedence over all others. */
        TolerationSeconds before(Offer offer, Taint taint) {
            int first = Toleration.firstOf(entries, taint);
            return (first < 0 ? offer.toleration() : entries.get(first)).seconds();
        }
    }

    /**
     * A toleration that a rule would give a pod.
     *
     * @param forOneTaint true if it is meant only for the taint with its key and no value, so that any toleration of
     *     that taint makes it redundant; otherwise only a toleration of everything that it tolerates does
     * @param overwritesController true if its seconds also replace those in the DaemonSet controller's own entry
     */
    record Offer(RuleId rule, Toleration toleration, boolean forOneTaint, boolean overwritesController) {

        static Offer of(RuleId rule, Toleration toleration) {
            return new Offer(rule, toleration, false, false);
        }

        /**
         * @param toleration of the taint of a failed node
         */
        static Offer ofSeconds(RuleId rule, Toleration toleration) {
            return new Offer(rule, toleration, true, false);
        }

        /** A namespace's defaults reach all injected entries, whatever the setting says. */
        SecondsOverride reach(AdmissionPlugins plugins) {
            return rule.equals(RuleId.NAMESPACE_ANNOTATIONS) ? SecondsOverride.LIKELY : plugins.override();
        }

        /** True where the other toleration, earlier in the list, makes this one redundant. */
        boolean isCoveredBy(Toleration other) {
            return forOneTaint
                    ? other.tolerates(new Taint(toleration.key(), "", toleration.effect()))
                    : other.shadows(toleration);
        }
    }

    record PolicyOffers(RuleId id, Policy policy) {
        private static final String BOUND_BY_CONTROLLER =
                "the DaemonSet controller has bound the pod to a node already";

        static PolicyOffers of(Policy policy) {
            return new PolicyOffers(RuleId.policy(policy.name()), policy);
        }

        /** Everything: tolerations, seconds, and the nodes that it must run on. */
        void toPod(PodFacts pod, Offers offers) {
            if (!takesValues(offers)) {
                return;
            }
            warnOfUnknownPool(offers);
            seconds(NodeTaints.NOT_READY, policy.nodeFailure().notReady(), offers);
            seconds(NodeTaints.UNREACHABLE, policy.nodeFailure().unreachable(), offers);
            tolerations(offers);
            nodes(pod.isDaemonSetPod() ? BOUND_BY_CONTROLLER : pod.bound(), offers);
        }

        /** Everything but seconds, because the controller writes its own. */
        void toTemplate(Offers offers) {
            if (!takesValues(offers)) {
                return;
            }
            warnOfUnknownPool(offers);
            tolerations(offers);
            nodes(offers.situation().review().pod().bound(), offers);
        }

        /**
         * Says which values the policy takes from the namespace; false, with the reason in a step, where it lacks one
         * and so gives nothing.
         */
        private boolean takesValues(Offers offers) {
            NamespaceFacts namespace = offers.situation().namespace();
            String lacking = policy.values().lacking(namespace);
            if (lacking != null) {
                offers.note(new Step.Problem(id, "namespace-label", "gives nothing: " + lacking));
                return false;
            }
            for (String label : policy.values().labels()) {
                String value = namespace.labels().getOrDefault(label, "");
                offers.note(new Step.ValueTaken(id, label, namespace.name(), value));
            }
            return true;
        }

        private void warnOfUnknownPool(Offers offers) {
            KnownPool known = policy.known();
            String reason = known == null ? null : known.givesNothingBecause();
            if (known != null && reason != null) {
                Pool.LabelFrom split = policy.values().ofPool();
                Map<String, String> labels = known.pool().selector().matchLabels();
                String which = split == null ? "" : " with " + split.label() + "=" + labels.get(split.label());
                offers.note(new Step.Warned(id, "gives nothing of its pool" + which + ": " + reason));
            }
        }

        private void tolerations(Offers offers) {
            for (Toleration toleration : policy.tolerations()) {
                offers.give(Offer.of(id, toleration));
            }
        }

        private void seconds(Taint taint, @Nullable TolerationSeconds seconds, Offers offers) {
            if (seconds != null) {
                offers.give(Offer.ofSeconds(id, Toleration.of(taint, seconds)));
            }
        }

        /**
         * Affinity that the node chosen for a pod does not meet would leave the pod pending for ever.
         *
         * @param bound a clause that says that a node is chosen already; null if the scheduler chooses it
         */
        private void nodes(@Nullable String bound, Offers offers) {
            if (bound == null) {
                policy.requiredNodeAffinity().forEach(each -> offers.nodes.require(id, each));
                policy.preferredNodeAffinity().forEach(each -> offers.nodes.prefer(id, each));
                return;
            }
            Stream.concat(
                            policy.requiredNodeAffinity().stream().map(each -> "require nodes with " + each),
                            policy.preferredNodeAffinity().stream().map(each -> "prefer nodes with " + each))
                    .forEach(demand ->
                            offers.note(new Step.NotConcerned(id, bound + ", so the pod need not " + demand)));
        }
    }
}
