package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.ApiServerDefaults;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Operation;
import dev.tolerant.core.pod.Origins;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.pod.Subject;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides what a pod is given, and whether it may be as it is, by running the rules in their order of precedence. */
public final class Injector {
    private final ApiServerDefaults defaults;
    private final List<Rule> rules;
    private final boolean annotations;
    private final Creation creation;
    private final Templates templates;
    private final AuthorEntries authorEntries;

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
        this.templates = new Templates(creation);
        this.authorEntries = new AuthorEntries(defaults);
    }

    /** Decides about one review; pure, so the same input gives the same decision. */
    public Decision decide(Review review, PolicySet policies, NamespaceFacts namespace) {
        SkipReason skip = skipReason(review);
        if (skip != null) {
            return new Draft(review.pod(), origins(review)).skipped(skip);
        }
        Situation situation = new Situation(review, namespace, policies.matching(review.pod(), namespace));
        Draft draft = draft(situation);
        if (review.subject() == Subject.DAEMON_SET) {
            return templates.decide(draft, situation);
        }
        Offers offers = Offers.of(rules, situation);
        if (review.operation() == Operation.CREATE) {
            create(draft, situation, offers);
        } else if (review.oldPod() != null) {
            Restoration.apply(draft, situation, review.oldPod());
        }
        return judged(draft, situation, offers);
    }

    /** Judges one review by the restrictions alone, and changes nothing. */
    public Decision judge(Review review, PolicySet policies, NamespaceFacts namespace) {
        SkipReason skip = review.subject() == Subject.POD ? skipReason(review) : SkipReason.KIND;
        if (skip != null) {
            return Decision.skipped(skip);
        }
        Situation situation = new Situation(review, namespace, policies.matching(review.pod(), namespace));
        return judged(draft(situation), situation, Offers.of(rules, situation));
    }

    private Draft draft(Situation situation) {
        Review review = situation.review();
        Draft draft = new Draft(review.pod(), origins(review));
        if (!situation.namespace().known()) {
            draft.note(new Step.Problem(
                    "review",
                    "namespace-unknown",
                    "namespace " + situation.namespace().name()
                            + " is not known yet; its labels and annotations are not obeyed"));
        }
        return draft;
    }

    private Origins origins(Review review) {
        return Origins.of(review.pod(), review.provenance(), defaults);
    }

    private static @Nullable SkipReason skipReason(Review review) {
        if (review.operation() == Operation.OTHER) {
            return SkipReason.OPERATION;
        }
        boolean nodesOwn = review.pod().mirror() && review.requester().isNode();
        return nodesOwn ? SkipReason.MIRROR_POD : null;
    }

    private void create(Draft draft, Situation situation, Offers offers) {
        SkipReason skip = situation.review().pod().mirror() ? SkipReason.MIRROR_POD : situation.optOut();
        if (skip != null) {
            draft.note(new Step.Skipped(skip));
            return;
        }
        draft.noteAll(offers.steps());
        creation.apply(draft, situation.review(), situation.namespace(), offers);
        if (annotations) {
            creation.selectNodes(draft, situation.review(), situation.namespace());
        }
        Rehearsal.note(draft, situation, (policy, untouched) -> {
            Offers own = new Offers();
            Policies.give(policy, own);
            creation.apply(untouched, situation.review(), situation.namespace(), own);
        });
    }

    private Decision judged(Draft draft, Situation situation, Offers offers) {
        List<Toleration> authors = authorEntries.of(draft, situation.review(), offers);
        Step.Refused refused = PolicyRestrictions.judge(authors, draft, situation);
        if (refused == null && annotations) {
            refused = judgedByNamespace(authors, situation);
        }
        return refused == null ? draft.decision() : draft.refused(refused);
    }

    private static Step.@Nullable Refused judgedByNamespace(List<Toleration> authors, Situation situation) {
        Optional<Refusal> refusal = Whitelist.judge(authors, situation.namespace());
        if (refusal.isEmpty() && situation.review().operation() == Operation.CREATE) {
            refusal = NodeSelectorConflict.judge(situation.review().pod(), situation.namespace());
        }
        return refusal.map(found -> new Step.Refused(NamespaceAnnotations.NAME, found))
                .orElse(null);
    }
}
