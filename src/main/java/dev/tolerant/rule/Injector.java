package dev.tolerant.rule;

import dev.tolerant.decision.Decision;
import dev.tolerant.decision.Refusal;
import dev.tolerant.decision.SkipReason;
import dev.tolerant.decision.Step;
import dev.tolerant.pod.ApiServerDefaults;
import dev.tolerant.pod.Operation;
import dev.tolerant.pod.Origins;
import dev.tolerant.pod.Review;
import dev.tolerant.policy.NamespaceFacts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides what a pod is given, and whether it may be as it is, by running the rules in their order of precedence. */
public final class Injector {
    private final ApiServerDefaults defaults;
    private final List<Rule> rules;
    private final boolean annotations;
    private final Creation creation;
    private final Whitelist whitelist;

    /**
     * @param defaults what the cluster's own DefaultTolerationSeconds injects
     * @param rules all rules, the highest precedence first
     * @param enforcedByApiServer whether the cluster runs PodTolerationRestriction itself, which refuses a pod for any
     *     toleration that the namespace's whitelist does not cover
     */
    public Injector(ApiServerDefaults defaults, List<Rule> rules, boolean enforcedByApiServer) {
        this.defaults = defaults;
        this.rules = List.copyOf(rules);
        this.annotations = rules.stream().anyMatch(NamespaceAnnotations.class::isInstance);
        this.creation = new Creation(defaults, enforcedByApiServer);
        this.whitelist = new Whitelist(defaults);
    }

    /** Decides about one review; pure, so the same input gives the same decision. */
    public Decision decide(Review review, NamespaceFacts namespace) {
        if (review.operation() == Operation.OTHER) {
            return Decision.skipped(SkipReason.OPERATION);
        }
        boolean mirror = review.pod().mirror();
        if (mirror && review.requester().isNode()) {
            return Decision.skipped(SkipReason.MIRROR_POD);
        }
        Origins origins = Origins.of(review.pod(), review.provenance(), defaults);
        Draft draft = new Draft(review.pod(), origins);
        Offers offers = Offers.of(rules, review, namespace);
        if (review.operation() == Operation.CREATE) {
            create(draft, review, namespace, offers);
        } else if (review.oldPod() != null) {
            Restoration.apply(draft, review, review.oldPod(), namespace);
        }
        return judged(draft, review, namespace, offers);
    }

    private void create(Draft draft, Review review, NamespaceFacts namespace, Offers offers) {
        SkipReason skip = skipReason(review, namespace);
        if (skip != null) {
            draft.note(new Step.Skipped(skip));
            return;
        }
        draft.noteAll(offers.steps());
        creation.apply(draft, review, namespace, offers);
        if (annotations) {
            creation.selectNodes(draft, review, namespace);
        }
    }

    private static @Nullable SkipReason skipReason(Review review, NamespaceFacts namespace) {
        if (review.pod().mirror()) {
            return SkipReason.MIRROR_POD;
        }
        if (review.pod().isOptedOut()) {
            return SkipReason.POD_OPTED_OUT;
        }
        return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
    }

    private Decision judged(Draft draft, Review review, NamespaceFacts namespace, Offers offers) {
        if (!annotations) {
            return draft.decision();
        }
        Optional<Refusal> refusal = whitelist.judge(draft, review.oldPod(), namespace, offers);
        if (refusal.isEmpty() && review.operation() == Operation.CREATE) {
            refusal = NodeSelectorConflict.judge(review.pod(), namespace);
        }
        return refusal.map(found -> draft.refused(NamespaceAnnotations.NAME, found))
                .orElseGet(draft::decision);
    }
}
