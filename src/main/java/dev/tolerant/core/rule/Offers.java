package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.ApiServerDefaults;
import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all rules would give one pod, the highest precedence first. */
public final class Offers {
    private final List<Offer> tolerations = new ArrayList<>(8);
    private final List<Step> steps = new ArrayList<>(8);
    private final RequiredNodes nodes = new RequiredNodes();
    private final Set<Toleration> given = new HashSet<>();
    private boolean retimesController;
    private @Nullable Offer notReady;
    private @Nullable Offer unreachable;
    private boolean winnersKnown;

    static Offers of(List<Rule> rules, Situation situation) {
        Offers offers = new Offers();
        for (Rule rule : rules) {
            rule.offer(situation, offers);
        }
        return offers;
    }

    void give(Offer offer) {
        tolerations.add(offer);
    }

    /** What the pod's nodes must be like, by what the rules say. */
    RequiredNodes nodes() {
        return nodes;
    }

    void note(Step step) {
        steps.add(step);
    }

    /** Asks for the daemon-set rule's seconds in the DaemonSet controller's own entries too. */
    void retimeController() {
        retimesController = true;
    }

    /** Whether the DaemonSet controller's own entries get the daemon-set rule's seconds. */
    boolean retimesController() {
        return retimesController;
    }

    List<Offer> tolerations() {
        return tolerations;
    }

    /** What rules said while they made their offers. */
    List<Step> steps() {
        return steps;
    }

    /** The offer of the highest precedence that tolerates the taint of failed nodes, null if none does. */
    @Nullable
    Offer firstFor(Taint taint) {
        if (!winnersKnown) {
            notReady = search(NodeTaints.NOT_READY);
            unreachable = search(NodeTaints.UNREACHABLE);
            winnersKnown = true;
        }
        return taint.equals(NodeTaints.NOT_READY) ? notReady : unreachable;
    }

    private @Nullable Offer search(Taint taint) {
        for (Offer offer : tolerations) {
            if (offer.toleration().tolerates(taint)) {
                return offer;
            }
        }
        return null;
    }

    /**
     * Whether a rule or the API server gives this pod the toleration, so that restrictions exempt it whoever wrote it:
     * an offer, the API server's default, or that default with the seconds of the rule that rewrites it.
     */
    boolean contains(Toleration toleration, ApiServerDefaults defaults) {
        if (given.isEmpty()) {
            tolerations.forEach(offer -> given.add(offer.toleration().withMeaning()));
        }
        return defaults.contains(toleration)
                || given.contains(toleration.withMeaning())
                || isRewrite(toleration, NodeTaints.NOT_READY)
                || isRewrite(toleration, NodeTaints.UNREACHABLE);
    }

    private boolean isRewrite(Toleration toleration, Taint taint) {
        if (!toleration.matches(Toleration.of(taint, toleration.seconds()))) {
            return false;
        }
        Offer offer = firstFor(taint);
        return offer != null && offer.toleration().seconds().equals(toleration.seconds());
    }
}
