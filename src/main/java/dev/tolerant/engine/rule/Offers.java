package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.model.NodeAffinity.NodePreference;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Toleration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all rules would give one pod, highest precedence first. */
public final class Offers {
    private final List<Offer> tolerations = new ArrayList<>(8);
    private final List<Step> steps = new ArrayList<>(8);
    private final DemandedNodes nodes = new DemandedNodes();
    private final Set<Toleration> given = new HashSet<>();
    private @Nullable Offer notReady;
    private @Nullable Offer unreachable;
    private boolean winnersKnown;

    void give(Offer offer) {
        tolerations.add(offer);
    }

    /** Takes back an offer, before any other use of these offers. */
    void withhold(Offer offer, String because) {
        tolerations.remove(offer);
        note(new Step.Withheld(offer.rule(), offer.toleration(), because));
    }

    /** Adds a requirement to the pod's required node affinity. */
    void requireNodes(RuleId rule, Requirement requirement) {
        nodes.require(rule, requirement);
    }

    /** Adds an entry to the pod's preferred node affinity. */
    void preferNodes(RuleId rule, NodePreference preference) {
        nodes.prefer(rule, preference);
    }

    /** The pod with the affinity that these offers add. */
    PodFacts addedTo(PodFacts pod) {
        return pod.withAffinity(nodes.addedTo(pod.nodeAffinity()));
    }

    void note(Step step) {
        steps.add(step);
    }

    List<Offer> tolerations() {
        return tolerations;
    }

    DemandedNodes nodes() {
        return nodes;
    }

    /** The steps that the rules noted while they made their offers. */
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
     * Whether a rule or the API server gives this pod the toleration, so that whitelists ignore it whoever wrote it:
     * an offer, the API server's default, or that default with the seconds of the rule that replaces them.
     */
    boolean contains(Toleration toleration, DefaultTolerationSeconds defaults) {
        if (given.isEmpty()) {
            tolerations.forEach(offer -> given.add(offer.toleration().withMeaning()));
        }
        return isApiServers(toleration, defaults) || given.contains(toleration.withMeaning());
    }

    /** Whether it is the API server's default, as that came or with the seconds of the rule that replaces them. */
    private boolean isApiServers(Toleration toleration, DefaultTolerationSeconds defaults) {
        return defaults.contains(toleration)
                || isRewritten(toleration, NodeTaints.NOT_READY)
                || isRewritten(toleration, NodeTaints.UNREACHABLE);
    }

    private boolean isRewritten(Toleration toleration, Taint taint) {
        if (!toleration.matches(Toleration.of(taint, toleration.seconds()))) {
            return false;
        }
        Offer winner = winner(taint);
        return winner != null && winner.toleration().seconds().equals(toleration.seconds());
    }
}
