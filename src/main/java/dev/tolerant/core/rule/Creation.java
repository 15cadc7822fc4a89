package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.ApiServerDefaults;
import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.Map;

/**
 * What a new pod is given: other seconds in what the API server injected, then each rule's tolerations behind the
 * pod's own, then the labels of the namespace's node selector.
 *
 * @param enforcedByApiServer whether the API server's own PodTolerationRestriction will look at the result
 */
record Creation(ApiServerDefaults defaults, boolean enforcedByApiServer) {
    private static final String WITHHELD =
            "the namespace's whitelist, which the API server enforces, does not cover it";

    void apply(Draft draft, Review review, NamespaceFacts namespace, Offers offers) {
        for (int i = 0; i < draft.received(); i++) {
            retime(draft, i, namespace, offers);
        }
        addTo(draft, namespace, offers);
        offers.nodes().apply(draft, review.pod().nodeAffinity());
    }

    /** Appends what nothing in the list makes needless. */
    void addTo(Draft draft, NamespaceFacts namespace, Offers offers) {
        for (Offer offer : offers.tolerations()) {
            add(draft, offer, namespace);
        }
    }

    /** Adds the labels that the pod's node selector lacks; a conflict is a restriction's to find. */
    void selectNodes(Draft draft, Review review, NamespaceFacts namespace) {
        for (Map.Entry<String, String> label : namespace.nodeSelector().entrySet()) {
            if (!review.pod().nodeSelector().containsKey(label.getKey())) {
                draft.selectNodes(NamespaceAnnotations.NAME, label.getKey(), label.getValue());
            }
        }
    }

    private void retime(Draft draft, int index, NamespaceFacts namespace, Offers offers) {
        Origin origin = draft.origin(index);
        boolean controllers = origin == Origin.CONTROLLER
                && offers.retimesController()
                && NodeTaints.isOfFailure(draft.tolerations().get(index).key());
        if (!controllers && !origin.isInjected()) {
            return;
        }
        Toleration injected = draft.tolerations().get(index);
        Taint taint = NodeTaints.ofFailure(injected);
        Offer offer = offers.firstFor(taint);
        if (offer == null) {
            return;
        }
        // A rule of higher precedence leaves the controller's entry, which may be what that rule has made of another.
        if (controllers) {
            if (offer.rule().equals(DaemonSet.NAME)) {
                retime(draft, index, DaemonSet.NAME, offer.toleration().seconds(), namespace);
            }
            return;
        }
        // What a RuntimeClass or another webhook put behind the injected entry comes before every rule.
        Toleration other = draft.otherFor(taint, toleration -> !offers.contains(toleration, defaults));
        TolerationSeconds seconds = (other == null ? offer.toleration() : other).seconds();
        if (seconds.equals(injected.seconds())) {
            draft.confirm(offer.rule(), index);
            return;
        }
        if (!offer.reach().reaches(origin)) {
            draft.note(new Step.LeftAlone(
                    offer.rule(),
                    index,
                    injected,
                    origin,
                    "its override is " + offer.reach().text()));
            return;
        }
        retime(draft, index, offer.rule(), seconds, namespace);
    }

    private void retime(Draft draft, int index, String rule, TolerationSeconds seconds, NamespaceFacts namespace) {
        Toleration changed = draft.tolerations().get(index).withSeconds(seconds);
        if (isWithheld(changed, namespace)) {
            draft.note(new Step.Withheld(rule, changed, WITHHELD));
            return;
        }
        draft.retime(rule, index, seconds);
    }

    private void add(Draft draft, Offer offer, NamespaceFacts namespace) {
        int covering = draft.covering(offer);
        if (covering >= 0) {
            Toleration by = draft.tolerations().get(covering);
            String giver = draft.giver(covering).equals(offer.rule()) ? "" : draft.giver(covering);
            draft.note(new Step.Covered(offer.rule(), offer.toleration(), covering, by, draft.origin(covering), giver));
            return;
        }
        if (isWithheld(offer.toleration(), namespace)) {
            draft.note(new Step.Withheld(offer.rule(), offer.toleration(), WITHHELD));
            return;
        }
        draft.append(offer.rule(), offer.toleration());
    }

    private boolean isWithheld(Toleration toleration, NamespaceFacts namespace) {
        return enforcedByApiServer && !namespace.admits(toleration);
    }
}
