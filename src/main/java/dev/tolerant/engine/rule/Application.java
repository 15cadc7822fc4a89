package dev.tolerant.engine.rule;

import dev.tolerant.engine.rule.Offers.OfOthers;
import dev.tolerant.engine.rule.Offers.Offer;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Origins;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules' offers to a pod as if it were new, also to a stored pod and to the template of one: sets the seconds of entries that
 * the API server injected, appends each rule's tolerations to the pod's own, then adds node affinity.
 */
final class Application {
    static final String NOT_COVERED = "the namespace's whitelist, which the API server enforces, does not cover it";

    private final Draft draft;
    private final Review review;
    private final NamespaceFacts namespace;
    private final Offers offers;
    private final AdmissionPlugins plugins;
    private final DefaultTolerationSeconds defaults;

    Application(Draft draft, Offers offers, AdmissionPlugins plugins) {
        this.draft = draft;
        this.review = offers.situation().review();
        this.namespace = offers.situation().namespace();
        this.offers = offers;
        this.plugins = plugins;
        this.defaults = plugins.defaults();
    }

    void apply() {
        draft.noteAll(offers.steps());
        overwriteInjected();
        addSettled();
        offers.nodes().apply(draft, review.pod().nodeAffinity());
        overwriteNewPair();
    }

    /** The API lets seconds and more tolerations happen to a stored pod. */
    void applyToStored() {
        draft.noteAll(offers.steps());
        overwriteInjected();
        addSettled();
    }

    /** Without seconds, which are of no use in a DaemonSet's template. */
    void applyToTemplate() {
        draft.noteAll(offers.steps());
        addTolerationsAndAffinity();
    }

    /** The API server sets the seconds of its own entries where they alone tolerate the taint. */
    void applyWhileAway(Injections injections) {
        addTolerationsAndAffinity();
        overwriteAlone(NodeTaints.NOT_READY, defaults.notReady(), injections);
        overwriteAlone(NodeTaints.UNREACHABLE, defaults.unreachable(), injections);
    }

    private void overwriteAlone(Taint taint, Toleration injected, Injections injections) {
        List<Toleration> received = review.pod().tolerations();
        Offer offer = offers.winner(taint);
        if (offer == null
                || !injections.set(offer.rule(), review.pod(), namespace, taint)
                || received.stream().anyMatch(each -> each.tolerates(taint) && !each.equals(injected))) {
            return;
        }
        for (int i = 0; i < received.size(); i++) {
            Origin origin = draft.origin(i);
            if (received.get(i).equals(injected)
                    && (origin == Origin.PROVEN || origin.isReachedBy(plugins.override()))) {
                overwrite(i, taint, OfOthers.NONE);
            }
        }
    }

    /**
     * Adds each offer's toleration. One that equals the API server's own counts as that when the program is asked again
     * about a list without an owner, so it gets the seconds that would be set then.
     */
    private void addSettled() {
        for (Offer offer : offers.tolerations()) {
            Toleration given = offer.toleration();
            boolean looksInjected = review.provenance() == Provenance.UNOWNED && defaults.contains(given);
            add(offer, looksInjected ? settled(given, NodeTaints.ofFailure(given)) : given);
        }
    }

    private Toleration settled(Toleration given, Taint taint) {
        Offer winner = offers.winner(taint);
        return winner != null && Origin.PROVEN.isReachedBy(winner.reach(plugins))
                ? given.withSeconds(OfOthers.in(draft, offers, defaults).before(winner, taint))
                : given;
    }

    private void addTolerationsAndAffinity() {
        for (Offer offer : offers.tolerations()) {
            add(offer, offer.toleration());
        }
        offers.nodes().apply(draft, review.pod().nodeAffinity());
    }

    /**
     * An appended unreachable entry can complete the pair that the API server appends; the author's not-ready entry
     * before it then looks injected, and would get other seconds when the webhook is asked again, so it gets them now.
     */
    private void overwriteNewPair() {
        int last = draft.received() - 1;
        boolean isPair = last >= 0
                && draft.tolerations().size() > last + 1
                && draft.tolerations().get(last).equals(defaults.notReady())
                && draft.tolerations().get(last + 1).equals(defaults.unreachable());
        if (!isPair || draft.origin(last) != Origin.AUTHOR) {
            return;
        }
        List<Origin> origins = Origins.of(
                PodPlugins.alone(review.pod().withTolerations(draft.tolerations()), defaults), review.provenance());
        if (origins.get(last).isInjected()) {
            draft.reattribute(origins);
            overwrite(last, NodeTaints.NOT_READY, OfOthers.NONE);
        }
    }

    private void overwriteInjected() {
        if (offers.winner(NodeTaints.NOT_READY) == null && offers.winner(NodeTaints.UNREACHABLE) == null) {
            return;
        }
        OfOthers ofOthers = OfOthers.in(draft, offers, defaults);
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            Taint taint = NodeTaints.ofFailure(toleration);
            if (draft.origin(i).isInjected()) {
                overwrite(i, taint, ofOthers);
            } else if (draft.origin(i) == Origin.UNCLEAR) {
                leaveUnclear(i, offers.winner(taint));
            } else if (draft.origin(i) == Origin.CONTROLLER && NodeTaints.isOfFailure(toleration.key())) {
                overwriteControllers(i, taint);
            }
        }
    }

    /** Sets the seconds of an injected entry to those of the rule that has precedence for its taint, unless another entry has it. */
    private void overwrite(int index, Taint taint, OfOthers ofOthers) {
        Offer offer = offers.winner(taint);
        if (offer == null) {
            return;
        }
        Toleration injected = draft.tolerations().get(index);
        TolerationSeconds seconds = ofOthers.before(offer, taint);
        if (seconds.equals(injected.seconds())) {
            draft.confirm(offer.rule(), index);
        } else if (!draft.origin(index).isReachedBy(offer.reach(plugins))) {
            draft.note(new Step.LeftAlone(
                    offer.rule(),
                    index,
                    injected,
                    draft.origin(index),
                    "override is " + plugins.override().code()));
        } else {
            setSeconds(offer.rule(), index, seconds);
        }
    }

    private void leaveUnclear(int index, @Nullable Offer offer) {
        Toleration toleration = draft.tolerations().get(index);
        if (offer != null && !offer.toleration().seconds().equals(toleration.seconds())) {
            draft.note(new Step.LeftAlone(
                    offer.rule(),
                    index,
                    toleration,
                    Origin.UNCLEAR,
                    "override, which is " + plugins.override().code()
                            + ", does not reach it while it is not known who wrote what is behind it"));
        }
    }

    /** A rule of higher precedence with an offer for the taint may have turned an injected entry into the controller's. */
    private void overwriteControllers(int index, Taint taint) {
        Offer offer = offers.winner(taint);
        if (offer != null && offer.overwritesController()) {
            setSeconds(offer.rule(), index, offer.toleration().seconds());
        }
    }

    private void setSeconds(RuleId rule, int index, TolerationSeconds seconds) {
        Toleration changed = draft.tolerations().get(index).withSeconds(seconds);
        if (plugins.refuses(changed, namespace)) {
            draft.note(new Step.Withheld(rule, changed, NOT_COVERED));
            return;
        }
        draft.setSeconds(rule, index, seconds);
    }

    private void add(Offer offer, Toleration given) {
        int covering = draft.firstCovering(offer.toleration().key(), offer::isCoveredBy);
        if (covering >= 0) {
            RuleId giver = draft.giver(covering);
            draft.note(new Step.Covered(
                    offer.rule(),
                    offer.toleration(),
                    covering,
                    draft.tolerations().get(covering),
                    draft.origin(covering),
                    offer.rule().equals(giver) ? null : giver));
            return;
        }
        draft.append(offer.rule(), given);
    }
}
